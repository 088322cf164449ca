import type { Command } from 'commander'
import { type Credentials, readCredentials } from './credentials.ts'
import { explained } from './failure.ts'
import type { Host } from './host.ts'
import { Output } from './output.ts'

/** What an action gets: the arguments and flags of its command, the credentials, where to print, and the process. */
export interface Invocation<Flags> {
  args: string[]
  flags: Flags
  credentials: Credentials
  output: Output
  host: Host
}

interface CommonFlags {
  credentials?: string[]
  json?: boolean
}

/** Makes the actions of commands. `load` imports the module of one when it runs: the start of the command loads none. */
export const actionsOf =
  (host: Host) =>
  <Flags>(load: () => Promise<(invocation: Invocation<Flags>) => Promise<void>>) =>
  async (...parameters: unknown[]): Promise<void> => {
    const command = parameters.at(-1) as Command
    const flags = command.optsWithGlobals<Flags & CommonFlags>()
    const credentials = readCredentials(flags.credentials, host.env)
    const run = await load()
    try {
      await run({ args: command.args, flags, credentials, output: new Output(host, Boolean(flags.json)), host })
    } catch (error) {
      throw explained(error, credentials.url)
    }
  }

/** Makes the action of a command. */
export type Action = ReturnType<typeof actionsOf>

/** Lines to copy, below the list of options. */
export const example = (...lines: string[]) => `\nExample:\n${lines.map(line => `  $ ${line}`).join('\n')}\n`
