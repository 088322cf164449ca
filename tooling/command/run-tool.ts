import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const ROOT = join(import.meta.dirname, '../..')

/** Builds are production builds, whatever started them. No tool asks the network for updates or reports its use. */
const TOOL_ENV = {
  NODE_ENV: 'production',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  CI: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  // It would choose a part of the configuration that no command here reads.
  CLOUDFLARE_ENV: undefined,
}

interface ToolResult {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a tool of node_modules with the current Node. It has no terminal, so that it asks nothing, and ends with this process. Meanwhile
 * this process goes on: a connection that it keeps open is served.
 */
export async function runTool(
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ToolResult> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
    cwd: ROOT,
    env: { ...env, ...TOOL_ENV },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  try {
    const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
    return { code, stdout, stderr }
  } finally {
    process.off('exit', stop)
  }
}
