import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Document } from './contract-losses.ts'

const FOLDER = join(import.meta.dirname, '../releases')
const fileOf = (release: string) => join(FOLDER, `${release}.json.br`)

/** The releases whose OpenAPI document is stored, oldest first. */
export const releasedContracts = (): string[] =>
  readdirSync(FOLDER)
    .map(file => file.replace('.json.br', ''))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export const readContract = (release: string): Document =>
  JSON.parse(brotliDecompressSync(readFileSync(fileOf(release))).toString('utf8'))

/** Stores the OpenAPI document of a release, without its texts for people. */
export function writeContract(release: string, document: object): void {
  const isText = (name: string, value: unknown) =>
    ['description', 'summary', 'example', 'examples'].includes(name) && !(value as { type?: string }).type
  const text = JSON.stringify(document, (name, value) => (isText(name, value) ? undefined : value))
  writeFileSync(fileOf(release), brotliCompressSync(Buffer.from(text)))
}
