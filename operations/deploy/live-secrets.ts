import type * as z from 'zod'
import type { Status } from '../../schema/wire/admin-status'
import { CommandError, ResponseError } from '../../tooling/command/command-error.ts'
import { Service } from '../../tooling/command/service.ts'
import { storedVars } from '../../tooling/command/vars.ts'

/** The `ADMIN_TOKEN` on this machine. */
export interface AdminToken {
  token: string
  /** The file that has it; undefined: the environment has it. */
  file?: string
  /** The Worker does not accept it: it is of another installation, or of before a rotation. */
  isRefused: boolean
}

export function findAdminToken(secretsFile: string, env: NodeJS.ProcessEnv): AdminToken | undefined {
  if (env.ADMIN_TOKEN) return { token: env.ADMIN_TOKEN, isRefused: false }
  const { ADMIN_TOKEN } = storedVars(secretsFile)
  return ADMIN_TOKEN ? { token: ADMIN_TOKEN, file: secretsFile, isRefused: false } : undefined
}

/**
 * Throws if the Worker that is live says that one of its secrets is empty or cannot be used. Cloudflare shows no values, so the
 * service itself is asked. Resolves to lines on what it said. `sent` are secrets that this run sends.
 */
export async function checkLiveSecrets(
  live: string,
  admin: AdminToken | undefined,
  sent: readonly string[],
): Promise<string[]> {
  if (!admin) return ['not checked (no ADMIN_TOKEN here)']
  let status: z.output<typeof Status>
  try {
    const { json } = await new Service(live, admin.token).admin('GET', '/status')
    status = json
  } catch (error) {
    // The release before may lack the endpoint.
    admin.isRefused = error instanceof ResponseError && error.status === 401
    return [`not checked (${(error as Error).message})`]
  }
  const problems = status.secrets.filter(({ name }) => !sent.includes(name))
  const unusable = problems.filter(({ lost }) => !lost).map(({ name, problem }) => `  ${name} ${problem}`)
  if (!unusable.length)
    return problems.length ? problems.map(({ name, problem }) => `${name} ${problem}`) : ['can be used']
  throw new CommandError(
    `the Worker has secrets that cannot be used. Set them first, see docs/secrets.md#make-a-secret:\n${unusable.join('\n')}`,
  )
}
