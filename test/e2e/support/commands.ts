import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** How a command ended, and its output. */
export interface CommandResult {
  code: number | null
  said: string
}

/** Runs a command of `operations`. `killedAt` kills it when its output contains this text. */
export async function runOperation(script: string, args: readonly string[], killedAt?: RegExp): Promise<CommandResult> {
  const { ADMIN_TOKEN: _, ...env } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'operations', script), ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      said += text
      if (killedAt?.test(said)) child.kill('SIGKILL')
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}
