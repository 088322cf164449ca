import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Contents } from './contents.ts'
import type { Program } from './services.ts'

/** A release: its Worker, and databases that it filled itself through its HTTP API. */
export interface Release {
  release: string
  program: Program
  /** Made for this fixture and used nowhere else. */
  fixtureSecrets: Record<string, string>
  /** The same customers on one database, and spread over two. */
  databases: { one: Contents[]; two: Contents[] }
}

const FOLDER = join(import.meta.dirname, '../releases')

/** Every stored release, oldest first, one file each. */
export const releases = (): string[] =>
  readdirSync(FOLDER)
    .filter(file => file.endsWith('.json.br'))
    .map(file => file.replace('.json.br', ''))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

const fileOf = (release: string) => join(FOLDER, `${release}.json.br`)

export const readRelease = (release: string): Release =>
  JSON.parse(brotliDecompressSync(readFileSync(fileOf(release))).toString('utf8'))

export function writeRelease(release: Release): number {
  const text = Buffer.from(JSON.stringify(release))
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  writeFileSync(fileOf(release.release), packed)
  return packed.length
}
