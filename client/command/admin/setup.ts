import type { Invocation } from '../action.ts'
import { UsageError } from '../failure.ts'
import { readData } from '../input.ts'
import { Administration } from './administration.ts'
import { type ConsentFlags, isConfirmed, printChange } from './consent.ts'
import { changesOf, type Document } from './setup-changes.ts'
import type { Customer } from './types.ts'

interface ApplyFlags extends ConsentFlags {
  customer?: number
}

const pathOf = (customer: number | string) => `/customers/${customer}/setup`

/** `innlet admin setup get`: the records of a customer in one document, which `apply` takes. */
export async function getSetup({ args: [customer = ''], credentials, output }: Invocation<object>): Promise<void> {
  output.value({ clientId: Number(customer), ...(await storedSetup(new Administration(credentials), customer)) })
}

/** `innlet admin setup apply`: prints what a document would change, asks, and stores it. */
export async function applySetup({
  args: [file = ''],
  flags,
  credentials,
  output,
  host,
}: Invocation<ApplyFlags>): Promise<void> {
  const { clientId, ...document } = (await readData(`@${file}`, host, file)) as Document & { clientId?: number }
  const customer = flags.customer ?? clientId
  if (customer === undefined) throw new UsageError(`${file} has no clientId: add it, or give --customer`)
  const administration = new Administration(credentials)
  const stored = await storedSetup(administration, customer)
  const { timeZone } = await administration.request<Customer>('GET', `/customers/${customer}`)
  const changes = changesOf(stored, document, timeZone)
  for (const change of changes) printChange(change, output)
  if (!changes.length) return output.note('Nothing would change.')
  if (flags.dryRun) return
  if (!(await isConfirmed(`Store these changes of customer ${customer}?`, flags, host))) {
    return output.note('Nothing was changed.')
  }
  await administration.request('PUT', pathOf(customer), document)
  output.note('Stored.')
}

/** The pages of the setup as one document. */
export async function storedSetup(administration: Administration, customer: number | string): Promise<Document> {
  const whole: Document = {}
  for await (const page of administration.pages<Document>({ path: pathOf(customer) })) {
    for (const [kind, records] of Object.entries(page)) whole[kind] = [...(whole[kind] ?? []), ...records]
  }
  return whole
}
