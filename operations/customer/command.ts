import { setTimeout } from 'node:timers/promises'
import { isPassing, reasonOf } from '../../tooling/command/command-error.ts'
import type { ServiceResponse } from '../../tooling/command/service.ts'
import { SERVICE_FLAGS } from './service-flags.ts'

/** The flags that every command on a customer has. */
export const CUSTOMER_FLAGS = { customer: { type: 'string' }, ...SERVICE_FLAGS } as const

/** A number of a flag; undefined: it is missing, or no number. */
export const numberOf = (text: string | undefined) => (/^\d+$/.test(text ?? '') ? Number(text) : undefined)

/** Consecutive failures after which a command gives up. */
const ATTEMPTS = 8
const LONGEST_PAUSE = 15_000

/** Repeats a step that failed for a passing reason. The service executes a repeated step once. */
export async function withRetries(step: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  for (let failed = 1; ; failed++) {
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error) || failed === ATTEMPTS) throw error
      await setTimeout(Math.min(250 * 2 ** failed, LONGEST_PAUSE))
    }
  }
}

/** Prints the progress: on a terminal in one line that changes, else one line per change. */
export function createPrinter(): (line: string) => void {
  let last = ''
  return line => {
    if (line === last) return
    last = line
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line.trimEnd()}\n`)
  }
}

/** Runs a command. An error is printed in one line, with `advice` if the same may succeed later, and the exit code is 1. */
export function runCustomerCommand(name: string, command: () => Promise<void>, advice = ''): void {
  command().catch((error: unknown) => {
    console.error(`\n${name}: ${reasonOf(error)}${advice && isPassing(error) ? `; ${advice}` : ''}`)
    process.exit(1)
  })
}
