import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** A Worker of the bench as one module, minified like ours. `entry` is a file beside this one. */
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
