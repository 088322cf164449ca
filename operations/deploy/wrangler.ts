import { stripVTControlCharacters } from 'node:util'
import { CommandError } from '../../tooling/command/command-error.ts'
import { runTool } from '../../tooling/command/run-tool.ts'

/** Runs wrangler. Resolves to its standard output; rejects with its report. */
export async function runWrangler(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  secrets: readonly string[] = [],
): Promise<string> {
  const { code, stdout, stderr } = await runTool('wrangler/bin/wrangler.js', args, env)
  if (code === 0) return stdout
  // Errors are in stderr. stdout lists completed steps and every setting.
  const report = stripVTControlCharacters(stderr.trim() || stdout.trim()).replace(/\n\s*\n/g, '\n')
  const flags = args.findIndex(arg => arg.startsWith('--'))
  throw new CommandError(
    `\`wrangler ${args.slice(0, flags).join(' ')}\` failed and reported:\n${redact(report, secrets)}`,
  )
}

/** Wrangler hides secrets in its reports, but an error may quote a file or a request. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets.filter(Boolean).reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
}
