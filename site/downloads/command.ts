import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Bundles the command `innlet` with what it uses, so that its installation has no dependencies. A command loads its part when it runs.
 * The licences of what is bundled are beside it.
 */
export async function bundleCommand(folder: string): Promise<void> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(ROOT, 'client/command/innlet.ts'),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js', comments: false } },
    },
  })
  // npm links a folder that it installs, and makes the command executable the first time only.
  chmodSync(join(folder, 'innlet.js'), 0o755)
  const { output } = result as Rolldown.RolldownOutput
  const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(modules))
}

/** The licences of the packages that modules are in. */
function licencesOf(modules: readonly string[]): string {
  const packages = new Set(modules.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))
  const texts = [...packages].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'license'].map(each => join(folder, each)).find(existsSync)
    return `${name} ${version}\n\n${file ? readFileSync(file, 'utf8').trim() : `Licence: ${license}`}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
