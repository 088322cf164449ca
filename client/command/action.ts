import type { Command } from 'commander'
import { type Credentials, readCredentials } from './credentials.ts'
import { explained } from './failure.ts'
import { Output } from './output.ts'

/** What an action gets: the arguments and flags of its command, the credentials, and where to print. */
export interface Invocation<Flags> {
  args: string[]
  flags: Flags
  credentials: Credentials
  output: Output
}

interface CommonFlags {
  credentials?: string[]
  json?: boolean
}

/** An action of a command. `load` imports its module when it runs: the start of the command loads none. */
export const action =
  <Flags>(load: () => Promise<(invocation: Invocation<Flags>) => Promise<void>>) =>
  async (...parameters: unknown[]): Promise<void> => {
    const command = parameters.at(-1) as Command
    const flags = command.optsWithGlobals<Flags & CommonFlags>()
    const credentials = readCredentials(flags.credentials)
    const run = await load()
    try {
      await run({ args: command.args, flags, credentials, output: new Output(Boolean(flags.json)) })
    } catch (error) {
      throw explained(error, credentials.url)
    }
  }

/** Lines to copy, below the list of options. */
export const example = (...lines: string[]) => `\nExample:\n${lines.map(line => `  $ ${line}`).join('\n')}\n`
