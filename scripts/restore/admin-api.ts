import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readSettings } from '../backup/local.ts'
import { build } from '../start/build.ts'
import { CommandError } from '../start/command-error.ts'
import { startRuntime } from '../start/runtime.ts'
import { endRuntimeWithUs } from '../start/watchdog.ts'
import type { RestoreFlags } from './flags.ts'

/** The administration of the service, over HTTP. */
export interface AdminApi {
  /** Resolves to the status and the error code. Throws if the service does not respond, or its response is 5xx or 401. */
  send(method: string, path: string, body: unknown, requestId: string): Promise<{ status: number; code?: string }>
  close(): Promise<void>
}

/** The service at its address; for a state folder, a service that runs for this command only. */
export async function openAdminApi(flags: RestoreFlags, env: NodeJS.ProcessEnv, address?: string): Promise<AdminApi> {
  const vars = readSettings(resolve(flags.vars))
  const token = env.ADMIN_TOKEN ?? vars.ADMIN_TOKEN
  if (!token) throw new CommandError(`there is no ADMIN_TOKEN in the environment or in ${flags.vars}`)
  if (flags.remote) {
    const url = flags.url ?? env.INNLET_URL ?? address
    if (!url) throw new CommandError('--url: expected the address of the service')
    return { send: sender(url.replace(/\/+$/, ''), token), close: async () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'innlet-restore-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.once('exit', remove)
  endRuntimeWithUs()
  const built = await build(folder)
  const state = resolve(flags.state)
  const runtime = await startRuntime({
    build: built,
    vars: { ...vars, ADMIN_TOKEN: token },
    state,
    port: 0,
    onLog: () => {},
  })
  const { origin } = await runtime.ready
  return {
    send: sender(origin, token),
    async close() {
      await runtime.dispose()
      process.off('exit', remove)
      remove()
    },
  }
}

const sender =
  (origin: string, token: string): AdminApi['send'] =>
  async (method, path, body, requestId) => {
    const request = `${method} /admin${path}`
    let response: Response
    try {
      response = await fetch(`${origin}/admin${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-request-id': requestId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error }
      throw new CommandError(`the service at ${origin} could not be reached: ${cause?.message || message}`)
    }
    const { status } = response
    const text = await response.text()
    const code = codeOf(text)
    if (status >= 500 || status === 401 || status === 429) {
      throw new CommandError(`${request} responded ${status} ${code ?? ''}. Run the command again: it continues here`)
    }
    return { status, code }
  }

/** The code of the first error. The response may contain a secret, so that nothing else of it is used. */
function codeOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { errors?: { code: string }[] }).errors?.[0]?.code
  } catch {
    return undefined
  }
}
