import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import innlet from '../../package.json' with { type: 'json' }
import { bundleModules } from './bundle-modules.ts'
import { bundleCommand } from './command.ts'
import { contractTypes } from './contract-types.ts'
import { writeTypes } from './types.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The module of the package. */
const ENTRY = 'client/innlet'

const packageJson = {
  name: '@innlet/client',
  version: innlet.version,
  description: 'A client of the Innlet API: tokens, retries, lists, events and webhooks.',
  license: innlet.license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: {
    '.': { types: './types/client/innlet.d.ts', default: './innlet.js' },
    './package.json': './package.json',
  },
  types: './types/client/innlet.d.ts',
  bin: { innlet: './command/innlet.js' },
}

/** Writes the npm client into a folder, which is emptied first: the bundle, the command, types, licence and README. */
export async function writeClientPackage(folder: string): Promise<void> {
  await writeClient(folder)
  await bundleCommand(join(folder, 'command'))
  await writeClientTypes(folder)
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(ROOT, 'client/README.md'), join(folder, 'README.md'))
}

/** Compiles a copy of the sources in which the contracts are plain types: compiling zod's would take most of the time. */
async function writeClientTypes(folder: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'innlet-types-'))
  try {
    copyFileSync(join(ROOT, 'tsconfig.json'), join(root, 'tsconfig.json'))
    const command = join(ROOT, 'client/command')
    cpSync(join(ROOT, 'client'), join(root, 'client'), { recursive: true, filter: path => path !== command })
    writeFileSync(join(root, 'client/types.ts'), await contractTypes())
    writeTypes(folder, { root, project: 'client', entries: [ENTRY] })
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Writes what a program that runs needs of the package. */
export async function writeClient(folder: string): Promise<void> {
  await bundleClient(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageJson, undefined, 2)}\n`)
}

/** Bundles the client without comments, which are in the types. It is not minified, so that a stack trace can be read. */
export const bundleClient = (folder: string): Promise<void> =>
  bundleModules(
    folder,
    { innlet: join(ROOT, `${ENTRY}.ts`) },
    { output: { entryFileNames: '[name].js', comments: false } },
  )
