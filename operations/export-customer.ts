/**
 * `npm run export-customer -- --customer 7 --to FILE`: writes all that is stored of a customer, or of one of its guests, into a
 * file. docs/export.md describes the lines.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandError } from '../tooling/command/command-error.ts'
import { parseFlags } from '../tooling/command/command-line.ts'
import type { Service } from '../tooling/command/service.ts'
import { CUSTOMER_FLAGS, createPrinter, numberOf, runCustomerCommand, withRetries } from './customer/command.ts'
import { readPages } from './customer/export-file.ts'
import { nextCursor } from './customer/list-pages.ts'
import { SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'

const USAGE = `Writes all that is stored of a customer into a file, one JSON value in each line.

  npm run export-customer -- --customer 7 --to FILE [flags]

  --customer 7   the customer's id
  --guest 8      only this guest of the customer, for the guest's request for access
  --to FILE      a new file
${SERVICE_USAGE}

An open customer is read-only meanwhile: whatever would write is answered 503 with Retry-After. If the command is killed, run it
again: it opens the customer.`

async function exportCustomer(): Promise<void> {
  const options = { ...CUSTOMER_FLAGS, guest: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseFlags(process.argv.slice(2), options)
  const { to } = values
  const customer = numberOf(values.customer)
  const guest = values.guest === undefined ? undefined : (numberOf(values.guest) ?? Number.NaN)
  if (values.help || customer === undefined || !to || Number.isNaN(guest)) return console.log(USAGE)
  if (existsSync(to)) throw new CommandError(`${to} exists; name another file`)

  const service = await serviceOf(values)
  const say = createPrinter()
  const part = `${to}.part`
  const name = (rows: number) => {
    renameSync(part, to)
    say(`${rows.toLocaleString('en')} rows in ${to}\n`)
  }
  if (guest !== undefined)
    return name(await writeFile(service, `/customers/${customer}/guests/${guest}/export`, part, say))
  const path = `/customers/${customer}/state`
  const { json: before } = await withRetries(() => service.admin('GET', path))
  // A killed run leaves the customer read-only, and the service knows that it was an export.
  const isOurs = before.state === 'open' || before.reason === 'export'
  // A first Ctrl+C ends the export, and the customer is opened again.
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const reason = { state: 'readOnly', reason: 'export' }
  if (before.state === 'open') await withRetries(() => service.admin('PUT', path, reason))
  let rows: number
  try {
    rows = await writeFile(service, `/customers/${customer}/export`, part, say, stopped.signal)
  } finally {
    if (isOurs) await openAgain(service, path)
  }
  // Only now: a file with this name ends the next run before it could open the customer.
  name(rows)
  if (!isOurs) console.log(`customer ${customer} is ${before.state} as before`)
}

/** Opens the customer, unless an administrator has set its state meanwhile. */
async function openAgain(service: Service, path: string): Promise<void> {
  const { json } = await withRetries(() => service.admin('GET', path))
  if (json.state !== 'readOnly' || json.reason === null) return
  await withRetries(() => service.admin('PUT', path, { state: 'open' }))
}

/** Writes an export into a file that only its owner can read, and compares its checksums. Returns the number of its rows. */
async function writeFile(
  service: Service,
  path: string,
  part: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const file = await open(part, 'w', 0o600)
  try {
    let size = 0
    const seen = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      if (signal?.aborted) throw new CommandError('stopped')
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const page = await withRetries(() => service.admin('GET', `${path}${query}`))
      await file.write(page.text)
      size += Buffer.byteLength(page.text)
      say(`${(size / 1e6).toFixed(1)} MB`)
      cursor = nextCursor(page, seen)
      if (cursor === undefined) break
    }
    await file.sync()
    let rows = 0
    for await (const page of readPages(part)) rows = page.rows
    return rows
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

runCustomerCommand('export-customer', exportCustomer, 'run again: at its end it opens the customer')
