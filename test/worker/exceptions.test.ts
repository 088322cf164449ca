import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { brokenDatabase, withBindings } from '../support/bindings'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { openHotel, resetBeforeEach } from '../support/service'
import { databaseFromStub } from '../support/sessions'

resetBeforeEach()

let all: Operation[]
let token: string
beforeEach(async () => {
  ;({ token } = await openHotel())
  all = await operations()
})

/** Pages of guests, whose failures all look like an invalid link. */
const isOfLink = ({ path }: Operation) => path.includes('{token}')

const credential = ({ auth }: Operation): Record<string, string> => {
  if (auth === 'public') return {}
  return bearerHeader(auth === 'admin' ? (env.ADMIN_TOKEN as string) : token)
}

/** The response of every endpoint that needs the database when D1 fails. */
async function askAll(DB: D1Database) {
  const there = withBindings({ DB, ...(env.CONTROL && { CONTROL: DB }) })
  const answers: { name: string; status: number; code: string; text: string }[] = []
  for (const each of all.filter(
    operation => !isOfLink(operation) && !operation.sample.withoutDatabase && !operation.sample.reportsFaults,
  )) {
    const { status, json, text } = await there(each.method, each.address, each.body, credential(each))
    answers.push({ name: each.name, status, code: json?.errors?.[0]?.code ?? json?.error_code, text })
  }
  expect(answers.length).toBeGreaterThan(25)
  return answers
}

/** Here a fault of the database is the result that the caller requests. */
const HEALTH = ['GET /api/Fetch/healthdb', 'GET /status']

const failing = (message: string) =>
  databaseFromStub({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error(message)),
  })

describe('on every operation', () => {
  it('a database that does not answer is 503 DATABASE_UNAVAILABLE, safe to retry [DATABASE_UNAVAILABLE]', async () => {
    for (const { name, status, code } of await askAll(brokenDatabase)) {
      expect([status, code], name).toEqual([503, 'DATABASE_UNAVAILABLE'])
    }
  })

  it('a fault of the service is 500 INTERNAL_ERROR, and neither response nor log contains SQL, data or a stack trace [INTERNAL_ERROR] [API-26]', async () => {
    const lines: string[] = []
    const log = vi.spyOn(console, 'error').mockImplementation(line => lines.push(String(line)))
    const secret = 'near "FORM": syntax error in SELECT last_name FROM guest WHERE email = \'anna@guest.test\''
    const answers = await askAll(failing(`D1_ERROR: ${secret}: SQLITE_ERROR`))
    log.mockRestore()
    for (const { name, status, code, text } of answers.filter(({ name }) => !HEALTH.includes(name))) {
      expect([status, code], name).toEqual([500, 'INTERNAL_ERROR'])
      expect(text, name).not.toMatch(/SELECT|FORM|SQLITE|D1_|anna|\bat |\.ts/)
    }
    expect(lines.length).toBeGreaterThan(25)
    expect(lines.join('\n')).not.toMatch(/SELECT|FORM|anna/)
  })
})
