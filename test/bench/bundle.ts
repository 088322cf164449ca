import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Bundles a Worker of the bench as one minified module, as Innlet is built. `entry` is relative to this folder. */
export async function bundle(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: { ssr: join(import.meta.dirname, entry), write: false, minify: true },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
