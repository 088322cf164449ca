import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import { writeWholeFile } from '../../tooling/command/whole-file.ts'
import { flush, hashOfFile } from '../../tooling/state/sqlite-file.ts'

/** The version of the format, which docs/backup.md describes. */
const FORMAT = 1

const MANIFEST = 'manifest.json'
/** Is in the folder until the backup is complete. */
const MARKER = 'INCOMPLETE'

export interface SavedFile {
  file: string
  bytes: number
  sha256: string
}

/** One database, as an SQLite file. */
export interface SavedDatabase extends SavedFile {
  binding: string
  /** A moment at which the copy had been made. It contains all that was committed before the backup began. */
  takenAt: string
  migrations: string[]
  /** Number of rows by table. */
  rows: Record<string, number>
}

/** What a backup contains. It has no secret and no personal data. */
export interface Manifest {
  format: number
  release: string
  startedAt: string
  completedAt: string
  /** In the order of `DATABASES`. */
  databases: SavedDatabase[]
  /** The revoked links of KV, one JSON object a line. */
  revokedLinks: SavedFile & { links: number }
}

/** Prepares an empty folder. The files of a backup that was interrupted there are removed. */
export function beginBackup(folder: string, makeFolder: () => void): void {
  if (existsSync(join(folder, MANIFEST))) {
    // A run that was killed at its very end has left it in a complete backup.
    rmSync(join(folder, MARKER), { force: true })
    throw new CommandError(
      `${folder} has a backup already, which is complete; for another, name a new folder with --to`,
    )
  }
  const isInterrupted = existsSync(join(folder, MARKER))
  const found = existsSync(folder) ? readdirSync(folder) : []
  if (found.length && !isInterrupted) throw new CommandError(`${folder} is not empty; name a new folder with --to`)
  try {
    if (isInterrupted) for (const name of found) if (name !== MARKER) rmSync(join(folder, name))
    makeFolder()
    writeFileSync(join(folder, MARKER), 'This backup is not complete. It is being written, or it was interrupted.\n')
  } catch (error) {
    throw new CommandError(`cannot write to ${folder}: ${reasonOf(error)}`)
  }
}

export async function savedFile(folder: string, file: string): Promise<SavedFile> {
  const path = join(folder, file)
  flush(path)
  return { file, bytes: statSync(path).size, sha256: await hashOfFile(path) }
}

/** Writes the manifest, as the last file: a folder without it is not complete. */
export function completeBackup(folder: string, manifest: Omit<Manifest, 'format'>): void {
  const path = join(folder, MANIFEST)
  writeWholeFile(path, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
  rmSync(join(folder, MARKER))
  flush(folder)
}

/** Reads the manifest, and compares each file with its checksum. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { file, bytes, sha256 } of [...manifest.databases, manifest.revokedLinks]) {
    const path = join(folder, file)
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new CommandError(`${path} is missing: the backup cannot be used`)
    if (found.size !== bytes || (await hashOfFile(path)) !== sha256) {
      throw new CommandError(`${path} is not the file that was saved: the backup cannot be used`)
    }
  }
  return manifest
}

function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if (existsSync(join(folder, MARKER))) {
      throw new CommandError(`the backup in ${folder} is not complete: it was interrupted, or is still being written`)
    }
    throw new CommandError(
      `there is no backup of this release in ${folder}: cannot read ${MANIFEST}: ${reasonOf(error)}. ` +
        'Load a backup of release 1.0.0 into 1.0.0, and upgrade that installation',
    )
  }
  if (manifest.format !== FORMAT) {
    throw new CommandError(`${path} has format ${manifest.format}; this release reads format ${FORMAT}`)
  }
  return manifest
}
