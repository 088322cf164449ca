import { readFileSync } from 'node:fs'
import type { RevokedLink } from './installation.ts'

/** The links in a file of a backup: one JSON object a line. */
export const readLinks = (file: string): RevokedLink[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as RevokedLink)
