import { InnletError } from '../errors.ts'
import { EXIT, exitCodeOf, explained } from './failure.ts'
import type { Output } from './output.ts'

/** Thrown by a check that found a fault. The message says what it is and what to do. */
export class Fault extends Error {}

/** Thrown by a check that cannot be made. The message says why. */
export class NotChecked extends Error {}

/** The results of checks, one line each. The exit code is that of the first fault. */
export class Report {
  readonly #output: Output
  readonly #url: string | undefined
  #exitCode: number = EXIT.DONE

  /** `url` is the address of the service. */
  constructor(output: Output, url: string | undefined) {
    this.#output = output
    this.#url = url
  }

  /** Runs a check and prints its result. A check returns what it found. */
  async check(name: string, run: () => Promise<string>): Promise<boolean> {
    try {
      this.#print(name, 'ok', await run())
      return true
    } catch (error) {
      const { message } = explained(error, this.#url) as Error
      if (error instanceof NotChecked) {
        this.#print(name, '-', `not checked: ${message}`)
        return false
      }
      this.#exitCode ||= error instanceof Fault ? EXIT.REFUSED : exitCodeOf(error)
      const requestId = error instanceof InnletError && error.requestId
      this.#print(name, 'fault', requestId ? `${message} (request id ${requestId})` : message)
      return false
    }
  }

  end(): void {
    this.#output.endWith(this.#exitCode)
  }

  #print(check: string, result: 'ok' | 'fault' | '-', text: string): void {
    this.#output.row({ check, result, text }, [result.padEnd(5), check.padEnd(14), text])
  }
}
