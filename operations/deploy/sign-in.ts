import { CommandError } from '../../tooling/command/command-error.ts'
import { CloudflareApi, type Credentials } from './cloudflare-api.ts'
import { runWrangler } from './wrangler.ts'

interface Account {
  id: string
  name: string
}

/** An account, and the API with credentials for it. */
export interface Session {
  api: CloudflareApi
  accountId: string
  /** For people: the account's name, where it is known. */
  accountName: string
  /** The environment of wrangler's commands: the same credentials, the same account. */
  env: NodeJS.ProcessEnv
  /** What no output may repeat. */
  credentials: string[]
}

/** Thrown if there are no credentials. */
export class NotSignedIn extends CommandError {}

/** Finds wrangler's credentials and the one account to deploy to. */
export async function signIn(configured: string | undefined, env: NodeJS.ProcessEnv): Promise<Session> {
  const credentials = await credentialsOf(env)
  const api = new CloudflareApi(credentials, env.CLOUDFLARE_API_BASE_URL)
  const chosen = configured || env.CLOUDFLARE_ACCOUNT_ID
  const account = chosen ? { id: chosen, name: chosen } : onlyOne(await api.list<Account>('/accounts'))
  return {
    api,
    accountId: account.id,
    accountName: account.name,
    env: { ...env, CLOUDFLARE_ACCOUNT_ID: account.id },
    credentials: Object.values(credentials),
  }
}

/** As wrangler does: the environment first, then its own login, which wrangler renews if it has expired. */
async function credentialsOf(env: NodeJS.ProcessEnv): Promise<Credentials> {
  if (env.CLOUDFLARE_API_TOKEN) return { token: env.CLOUDFLARE_API_TOKEN }
  let answer: string
  try {
    answer = await runWrangler(['auth', 'token', '--json'], env)
  } catch (error) {
    if (!/not logged in/i.test((error as Error).message)) throw error
    throw new NotSignedIn('wrangler is not signed in. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN')
  }
  const { key, email, token } = JSON.parse(answer) as { key?: string; email?: string; token?: string }
  return key && email ? { key, email } : { token: token ?? '' }
}

function onlyOne(accounts: readonly Account[]): Account {
  const [account, ...others] = accounts
  if (!account)
    throw new CommandError('the credentials belong to no account. Set CLOUDFLARE_ACCOUNT_ID to the account to use')
  if (!others.length) return account
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new CommandError(
    `the credentials belong to several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of them:\n${list}`,
  )
}
