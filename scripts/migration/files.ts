import { readdirSync } from 'node:fs'

/** The migrations of a folder, in the order in which they are applied. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
