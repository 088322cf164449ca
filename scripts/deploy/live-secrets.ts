import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandError } from '../start/command-error.ts'
import { Service } from '../start/service.ts'

interface Status {
  secrets: { name: string; problem: string }[]
}

/**
 * Throws if the Worker that is live says that one of its secrets is empty or cannot be used. Cloudflare shows no values, so the
 * service itself is asked. Resolves to a line that says why it was not asked, if it was not. `sent` are secrets that this run sends.
 */
export async function refuseBadLiveSecrets(
  live: string,
  secretsFile: string,
  env: NodeJS.ProcessEnv,
  sent: readonly string[],
): Promise<string | undefined> {
  const token = env.ADMIN_TOKEN || tokenIn(secretsFile)
  if (!token) return 'no ADMIN_TOKEN here'
  let status: Status
  try {
    const { json } = await new Service(live, token).admin('GET', '/status')
    status = json
  } catch (error) {
    // The release before may lack the endpoint, and the token of this machine may be an old one.
    return (error as Error).message
  }
  const problems = status.secrets.filter(({ name }) => !sent.includes(name))
  if (!problems.length) return undefined
  const lines = problems.map(({ name, problem }) => `  ${name} ${problem}`).join('\n')
  throw new CommandError(
    `the Worker has secrets that cannot be used. Set them first, see docs/secrets.md#make-a-secret:\n${lines}`,
  )
}

const tokenIn = (path: string) => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')).ADMIN_TOKEN : undefined)
