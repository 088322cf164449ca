import { type Command, InvalidArgumentError } from 'commander'
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
  <Flags = object>(load: () => Promise<(invocation: Invocation<Flags>) => Promise<void>>) =>
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

/** Reads a whole number that is not negative. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Reads a text that is not blank: an empty variable of a shell is a wrong use. */
export function nonBlank(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('Expected a value.')
  return text
}

/** Reads a language of BCP 47 that this runtime knows. */
export function languageTag(text: string): string {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(text).length) return text
  } catch {
    // It is no tag.
  }
  throw new InvalidArgumentError('Expected a language such as de or en-GB.')
}

/** Collects the values of an option that may be given several times. */
export const collected = (value: string, values: string[] = []) => [...values, value]

/** Reads a list with commas. */
export const listed = (text: string) => text.split(',').flatMap(each => each.trim() || [])
