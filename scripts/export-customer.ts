/**
 * `npm run export-customer -- --customer 7 --to FILE`: writes all that is stored of a customer, or of one of its guests, into a
 * file. docs/export.md describes the lines.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandError } from './command/command-error.ts'
import { parseFlags } from './command/command-line.ts'
import type { Service } from './command/service.ts'
import { CUSTOMER_FLAGS, createPrinter, numberOf, runCustomerCommand, withRetries } from './customer/command.ts'
import { readPages } from './customer/export-file.ts'
import { SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'

const USAGE = `Writes all that is stored of a customer into a file, one JSON value in each line.

  npm run export-customer -- --customer 7 --to FILE [flags]

  --customer 7   the customer's id
  --guest 8      only this guest of the customer, for the guest's request for access
  --to FILE      a new file
${SERVICE_USAGE}

An open customer is read-only meanwhile: whatever would write is answered 503 with Retry-After.`

async function exportCustomer(): Promise<void> {
  const options = { ...CUSTOMER_FLAGS, guest: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseFlags(process.argv.slice(2), options)
  const { to } = values
  const customer = numberOf(values.customer)
  const guest = values.guest === undefined ? undefined : (numberOf(values.guest) ?? Number.NaN)
  if (values.help || customer === undefined || !to || Number.isNaN(guest)) return console.log(USAGE)
  if (existsSync(to)) throw new CommandError(`${to} exists`)

  const service = await serviceOf(values)
  if (guest !== undefined) return writeFile(service, `/customers/${customer}/guests/${guest}/export`, to)
  const state = `/customers/${customer}/state`
  const { json } = await withRetries(() => service.admin('GET', state))
  const isOpen = json.state === 'open'
  const setState = (to: string) => withRetries(() => service.admin('PUT', state, { state: to }))
  // A first Ctrl+C ends the export, and the customer is opened again.
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  if (isOpen) await setState('readOnly')
  try {
    await writeFile(service, `/customers/${customer}/export`, to, stopped.signal)
  } finally {
    if (isOpen) await setState('open')
  }
  if (!isOpen) console.log(`customer ${customer} is ${json.state} as before`)
}

/** Writes an export into a new file that only its owner can read, compares its checksums, and only then gives it its name. */
async function writeFile(service: Service, path: string, to: string, signal?: AbortSignal): Promise<void> {
  const part = `${to}.part`
  const say = createPrinter()
  const file = await open(part, 'w', 0o600)
  try {
    let size = 0
    for (let query = ''; ; ) {
      if (signal?.aborted) throw new CommandError('stopped')
      const { headers, text } = await withRetries(() => service.admin('GET', `${path}${query}`))
      await file.write(text)
      size += Buffer.byteLength(text)
      say(`${(size / 1e6).toFixed(1)} MB`)
      if (headers.get('x-has-more') !== 'true') break
      query = `?cursor=${encodeURIComponent(headers.get('x-next-cursor') ?? '')}`
    }
    await file.sync()
    let rows = 0
    for await (const page of readPages(part)) rows = page.rows
    renameSync(part, to)
    say(`${rows.toLocaleString('en')} rows in ${to}\n`)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

runCustomerCommand('export-customer', exportCustomer)
