import { buffer } from 'node:stream/consumers'
import { UsageError } from './failure.ts'
import type { Host } from './host.ts'
import { decoded, readTextFile } from './text-file.ts'

/** The JSON object of `--data`, or of an argument with another name: the text itself, `@file`, or `@-` for standard input. */
export async function readData(data: string, { stdin }: Host, name = '--data'): Promise<Record<string, unknown>> {
  const text = data.startsWith('@') ? await readText(data.slice(1), stdin) : data
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${name}: expected a JSON object`)
  return value as Record<string, unknown>
}

/** An http address, which `name` has; `example` is one. Another text is not quoted: it may be a secret. */
export function readAddress(text: string, name: string, example: string): string {
  if (URL.canParse(text) && !/\s/.test(text)) {
    const { protocol, username, password } = new URL(text)
    if (/^https?:$/.test(protocol) && !username && !password) return text
  }
  throw new UsageError(`${name}: expected an address such as ${example}`)
}

/** Whether an address is of this machine, by its name. */
export const isOfThisMachine = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

async function readText(file: string, stdin: Host['stdin']): Promise<string> {
  try {
    return file === '-' ? decoded(await buffer(stdin)) : readTextFile(file)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}
