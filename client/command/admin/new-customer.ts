import { InnletError } from '../../errors.ts'
import type { Invocation } from '../action.ts'
import { UsageError } from '../failure.ts'
import { Administration } from './administration.ts'
import { isConfirmed, printChange } from './consent.ts'
import { HotelTables } from './hotel-tables.ts'
import { storedSetup } from './setup.ts'
import { type Change, changesOf } from './setup-changes.ts'

export interface NewFlags {
  name?: string
  currency?: string
  timeZone?: string
  dryRun?: boolean
  yes?: boolean
}

/** `innlet admin customer new`: creates a customer and its setup from a folder of CSV files. The same command continues it. */
export async function newCustomer(invocation: Invocation<NewFlags>): Promise<void> {
  const { args, flags, credentials, output } = invocation
  const [id = '', folder = ''] = args
  const administration = new Administration(credentials)
  const tables = new HotelTables(folder)
  const { name, currency, timeZone } = flags
  const customer: Record<string, unknown> = {
    ...tables.customer,
    ...(name !== undefined && { name }),
    ...(currency !== undefined && { currency }),
    ...(timeZone !== undefined && { timeZone }),
  }
  const missing = ['name', 'currency', 'timeZone'].filter(field => customer[field] === undefined)
  for (const field of missing) tables.faults.push(`customer.csv: ${field} is missing: add it, or give it as an option`)
  if (tables.faults.length) throw new UsageError(`nothing was created\n${tables.faults.join('\n')}`)

  const path = `/customers/${id}`
  const isNew = await isUnknown(administration, path, customer)
  if (isNew) {
    output.step('Checking the fields')
    await checkFields(administration, path, tables)
  }
  const stored = isNew ? {} : await storedSetup(administration, id)
  const changes = [
    ...(isNew ? [changeOf(id, customer)] : []),
    ...changesOf(stored, tables.document, String(customer.timeZone)),
  ]
  for (const change of changes) printChange(change, output)
  if (!changes.length) return output.note(`Customer ${id} has all of it.`)
  if (flags.dryRun) return
  if (!flags.yes && !(await isConfirmed(`Create ${changes.length} records?`))) {
    return output.note('Nothing was created.')
  }
  if (isNew) {
    output.step(`Creating customer ${id}`)
    await administration.request('PUT', path, customer)
  }
  output.step('Storing its records')
  await located(tables, () => administration.request('PUT', `${path}/setup`, tables.document))
  output.note(`Created ${changes.length} records of customer ${id}.`)
}

const changeOf = (id: string, customer: Record<string, unknown>): Change => ({
  kind: 'customer',
  id,
  isNew: true,
  fields: Object.entries(customer).map(([name, after]) => ({ name, before: undefined, after })),
})

/** Whether there is no customer with the id. It is a wrong use if there is another one. */
async function isUnknown(administration: Administration, path: string, customer: Record<string, unknown>) {
  try {
    await administration.request('GET', `${path}/state`)
  } catch (error) {
    if (error instanceof InnletError && error.status === 404) return true
    throw error
  }
  const { name } = await administration.request<{ name: string }>('GET', path)
  if (name !== customer.name) throw new UsageError(`there is another customer with this id: ${name}`)
  return false
}

/** Finds faulty fields before anything is stored: the service checks the document before it looks for the customer. */
async function checkFields(administration: Administration, path: string, tables: HotelTables): Promise<void> {
  try {
    await located(tables, () => administration.request('PUT', `${path}/setup`, tables.document))
  } catch (error) {
    if (!(error instanceof InnletError && error.status === 404)) throw error
  }
}

/** Gives the errors of a request their files and lines. */
async function located<Result>(tables: HotelTables, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof InnletError)) throw error
    const [first, ...others] = error.errors.map(({ code, description }) => ({
      code,
      description: tables.located(description),
    }))
    const { status, requestId } = error
    throw first ? new InnletError({ status, requestId, errors: [first, ...others] }) : error
  }
}
