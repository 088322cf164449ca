import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Innlet } from '../../innlet.ts'
import { tolerant } from './arguments.ts'
import {
  type Finding,
  type Form,
  failureOf,
  type Prepared,
  resultOf,
  resultOrRefusal,
  type WritingTool,
} from './tool.ts'

/** How long a code is good, in milliseconds. */
const LIFETIME = 10 * 60_000

interface Waiting extends Prepared {
  tool: string
  /** Identity and arguments. */
  input: object
  until: number
}

/** Writes that wait for their confirmation, by code, and those that were done. They live as long as the process. */
export class Confirmations {
  readonly #waiting = new Map<string, Waiting>()
  readonly #done = new Map<string, Promise<Finding>>()

  /** A code for a write that was prepared. */
  add(tool: string, input: object, prepared: Prepared): string {
    const now = Date.now()
    for (const [code, { until }] of this.#waiting) if (until < now) this.#waiting.delete(code)
    const code = randomBytes(6).toString('base64url')
    this.#waiting.set(code, { ...prepared, tool, input, until: now + LIFETIME })
    return code
  }

  /** The write of a code; undefined if the code is unknown or old, or was made for another tool or other arguments. */
  find(code: string, tool: string, input: object): Prepared | undefined {
    const found = this.#waiting.get(code)
    return found && found.tool === tool && found.until >= Date.now() && isDeepStrictEqual(found.input, input)
      ? found
      : undefined
  }

  /** The result of a write that was done with these arguments. */
  done(tool: string, input: object): Promise<Finding> | undefined {
    return this.#done.get(keyOf(tool, input))
  }

  /**
   * Does a write, once for an identity and its arguments. Some endpoints have no identity: there a repetition would undo what came in
   * between. It gets the first result.
   */
  async do(tool: string, input: object, { write }: Prepared): Promise<Finding> {
    const key = keyOf(tool, input)
    const done = this.#done.get(key) ?? write()
    this.#done.set(key, done)
    try {
      return await done
    } catch (error) {
      this.#done.delete(key)
      throw error
    }
  }
}

const keyOf = (tool: string, input: object) => JSON.stringify([tool, input])

/** What a write depends on: it must be as it was told. */
const stateOf = ({ text, data, state }: Prepared) => state ?? [text, data]

const IDENTITY = z
  .string()
  .min(1)
  .max(200)
  .describe('Your own reference for this action. The same action again with the same reference takes effect once.')

const CONFIRM = z
  .string()
  .optional()
  .describe('The code that this tool returned for the same arguments. Without it, nothing is written.')

/** Registers a tool that writes: the first call says what it would do, and the second one does it. */
export function registerWritingTool(
  server: McpServer,
  innlet: Innlet,
  tool: WritingTool,
  confirmations: Confirmations,
  form: Form,
): void {
  const { name, isDestructive, prepare } = tool
  const description = `${tool.description} Without \`confirm\` it says what it would do, and returns a code. Show this to the user. Call it again with the code only if the user agrees.`
  server.registerTool(
    name,
    {
      description,
      inputSchema: tolerant(tool.input.extend({ identity: IDENTITY, confirm: CONFIRM })),
      annotations: { readOnlyHint: false, destructiveHint: isDestructive, idempotentHint: true, openWorldHint: false },
    },
    parameters => {
      const { confirm, identity, ...input } = parameters as Record<string, unknown> & {
        confirm?: string
        identity: string
      }
      const named = { identity, ...input }
      return resultOrRefusal(async (): Promise<CallToolResult> => {
        if (confirm === undefined) {
          const prepared = await prepare(innlet, input, identity)
          const code = confirmations.add(name, named, prepared)
          const text = `Nothing is written yet. ${prepared.text} To do it, call ${name} again with the same arguments and confirm: "${code}".`
          return resultOf({ text, data: { ...prepared.data, confirm: code } }, form)
        }
        const prepared = confirmations.find(confirm, name, named)
        if (!prepared) {
          return failureOf(
            'Nothing was written: the code is unknown, older than ten minutes, or was made for other arguments. Call again without confirm.',
          )
        }
        const done = confirmations.done(name, named)
        if (done) return resultOf(await done, form)
        // The record may be another guest's by now.
        const present = await prepare(innlet, input, identity)
        if (!isDeepStrictEqual(stateOf(present), stateOf(prepared))) {
          return failureOf(
            'Nothing was written: what the code was made for has changed since. Call again without confirm to see what it would do now.',
          )
        }
        return resultOf(await confirmations.do(name, named, present), form)
      })
    },
  )
}
