import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { LICENCES } from './bundle-modules.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Bundles the command `innlet` with what it uses, so that its installation has no dependencies. A command loads its part when it runs.
 * The licences of what is bundled are beside it.
 */
export async function bundleCommand(folder: string): Promise<void> {
  await build({
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
      license: LICENCES,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js', comments: false } },
    },
  })
  // npm links a folder that it installs, and makes the command executable the first time only.
  chmodSync(join(folder, 'innlet.js'), 0o755)
}
