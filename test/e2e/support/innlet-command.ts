import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Host } from '../../../client/command/host.ts'
import { run } from '../../../client/command/run.ts'

/** The file of the command. */
export const COMMAND = join(import.meta.dirname, '../../../client/command/innlet.ts')

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** The environment of each process. With the cache of compiled modules a start takes half the time. */
export const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE }

/** The environment of commands and programs with the credential of an application. */
export const environmentOf = (url: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  INNLET_URL: url,
  INNLET_CLIENT_ID: clientId,
  INNLET_CLIENT_SECRET: clientSecret,
})

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** A process of the command `innlet`. */
export class InnletCommand {
  out = ''
  err = ''
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>

  constructor(args: readonly string[], environment: Record<string, string>, input?: string) {
    this.child = spawn(process.execPath, [COMMAND, ...args], { env: { ...ENVIRONMENT, ...environment } })
    this.child.stdout.on('data', text => {
      this.out += text
    })
    this.child.stderr.on('data', text => {
      this.err += text
    })
    this.child.stdin.end(input)
    this.ended = once(this.child, 'close').then(([code]) => ({ code, out: this.out, err: this.err }))
  }

  /** Resolves when standard output has this text. */
  async prints(text: string): Promise<void> {
    const ended = this.ended.then(() => undefined)
    while (!this.out.includes(text)) {
      if (!(await Promise.race([once(this.child.stdout, 'data'), ended]))) throw new Error(`it ended: ${this.err}`)
    }
  }
}

/** A host in this process, with the environment of the command alone. */
export function newHost(env: Record<string, string>, input = '') {
  return { env, stdin: Readable.from([input]), stdout: new PassThrough(), stderr: new PassThrough(), exitCode: 0 }
}

/** Runs `innlet` to its end, in this process. Tests of signals, of pipes and of Node's own settings need `innletProcess`. */
export async function innlet(
  args: readonly string[],
  environment: Record<string, string>,
  input?: string,
): Promise<Ended> {
  const host = newHost(environment, input)
  const printed = [text(host.stdout), text(host.stderr)]
  await run(args, host satisfies Host)
  host.stdout.end()
  host.stderr.end()
  const [out = '', err = ''] = await Promise.all(printed)
  return { code: host.exitCode, out, err }
}

/** Runs `innlet` to its end, in a process of its own. */
export const innletProcess = (
  args: readonly string[],
  environment: Record<string, string>,
  input?: string,
): Promise<Ended> => new InnletCommand(args, environment, input).ended
