import { expect } from 'vitest'
import type { Call } from './service'

/*
 * What a model prints when the service differs from it: the promises of its test, and the requests of the case as commands of curl.
 */

interface SentRequest {
  method: string
  path: string
  body?: unknown
}

/** The requests of the case that runs. */
let sent: SentRequest[] = []

/** A function that sends requests, which also remembers them. */
export const remembered =
  (call: Call): Call =>
  (method, path, body, headers) => {
    sent.push({ method, path, body })
    return call(method, path, body, headers)
  }

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const asCurl = ({ method, path, body }: SentRequest): string => {
  const data = body === undefined ? '' : ` -d ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`
  return `curl -X ${method} "$API${path}" -H "authorization: Bearer $TOKEN" -H 'content-type: application/json'${data}`
}

/**
 * Runs one case of a model. If it fails, the error names the promises of the test and has the requests of the case. Anyone can send
 * them, for a customer with `test/fixtures/sea-hotel.ts`; `API` is the address with `/api`.
 */
export async function reproducible(run: () => Promise<void>): Promise<void> {
  sent = []
  try {
    await run()
  } catch (error) {
    const promises = expect.getState().currentTestName?.match(/\[[^\]]+\]/g) ?? []
    const cause = error instanceof Error ? error.message : String(error)
    throw new Error([`${promises.join(' ')} ${cause}`, 'The requests:', ...sent.map(asCurl)].join('\n'), {
      cause: error,
    })
  }
}
