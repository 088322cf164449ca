import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { BUILD_ENV } from '../start/build.ts'
import { CommandError } from '../start/command-error.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs wrangler without a terminal, so that it asks nothing. Resolves to its standard output; rejects with its report. */
export async function runWrangler(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  secrets: readonly string[] = [],
): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
    cwd: ROOT,
    env: { ...env, ...BUILD_ENV, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.off('exit', stop)
  if (code === 0) return output.stdout
  // Errors are in stderr. stdout lists completed steps and every setting.
  const report = stripVTControlCharacters(output.stderr.trim() || output.stdout.trim()).replace(/\n\s*\n/g, '\n')
  const command = args
    .slice(
      0,
      args.findIndex(arg => arg.startsWith('--')),
    )
    .join(' ')
  throw new CommandError(`\`wrangler ${command}\` failed and reported:\n${redact(report, secrets)}`)
}

/** Wrangler hides secrets in its reports, but an error may quote a file or a request. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets.filter(Boolean).reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
}
