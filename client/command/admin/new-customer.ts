import { type ErrorDetail, InnletError } from '../../errors.ts'
import type { Invocation } from '../action.ts'
import { pageUrl } from '../connections.ts'
import { UsageError } from '../failure.ts'
import type { Output } from '../output.ts'
import { counted, inOneLine } from '../text.ts'
import { Administration } from './administration.ts'
import { type ConsentFlags, isConfirmed, printChange } from './consent.ts'
import { HotelTables } from './hotel-tables.ts'
import { storedSetup } from './setup.ts'
import { type Change, changesOf, type Document, type Fields, idOf, unsentRecords } from './setup-changes.ts'

interface NewFlags extends ConsentFlags {
  name?: string
  currency?: string
  timeZone?: string
}

/**
 * `innlet admin customer new`: creates a customer and its setup from a folder of CSV files. The same command continues it, and later
 * stores what was changed in the files.
 */
export async function newCustomer(invocation: Invocation<NewFlags>): Promise<void> {
  const { args, flags, credentials, output, host } = invocation
  const [id = '', folder = ''] = args
  const path = `/customers/${id}`
  const { name, currency, timeZone } = flags
  const administration = new Administration(credentials)
  const tables = new HotelTables(folder, { name, currency, timeZone })
  const { customer } = tables
  const stored = await findCustomer(administration, path)
  if (stored) requireSame(id, stored, customer)
  const storedRecords = stored ? await storedSetup(administration, id) : {}
  const document = tables.documentFor(storedRecords)
  output.step('Checking the fields')
  await addFaults(administration, path, customer, 'look', tables)
  await addFaults(administration, `${path}/setup`, document, 'activities', tables)
  const { faults } = tables
  if (faults.length) throw new UsageError(`nothing was stored\n${faults.map(inOneLine).join('\n')}`)

  const fields = Object.entries(customer)
    .map(([field, after]) => ({ name: field, before: stored?.[field], after }))
    .filter(({ before, after }) => before !== after)
  const records = changesOf(storedRecords, document, String(customer.timeZone))
  const changes: Change[] = [...(fields.length ? [{ kind: 'customer', id, isNew: !stored, fields }] : []), ...records]
  const unsent = unsentRecords(storedRecords, document)
  if (!output.json) printSummary(customer, document, unsent, output)
  const isEmpty = Object.values(storedRecords).every(({ length }) => length === 0)
  for (const change of changes) if (output.json || !(isEmpty && change.isNew)) printChange(change, output)
  for (const [kind, kept] of Object.entries(unsent)) {
    output.note(`Not in the files, and not changed: ${kind} ${kept.map(record => idOf(kind, record)).join(', ')}`)
    if (kind === 'rooms')
      output.note('They are still sold. The page "A new hotel" of the documentation says how to take them off sale.')
  }
  // Also after a run that was killed when all was stored.
  const done = (text: string) =>
    output.note(`${text}\nLines for its website: ${pageUrl(credentials, `/embed?customer=${id}`)}`)
  if (!changes.length) return done(`Customer ${id} has all that the files have.`)
  if (flags.dryRun) return
  const question = stored ? `Store these changes of customer ${id}?` : `Create customer ${id}?`
  if (!(await isConfirmed(question, flags, host))) return output.note('Nothing was stored.')
  // Another operator may have been quicker, while this one read what is printed.
  if (JSON.stringify(await findCustomer(administration, path)) !== JSON.stringify(stored))
    throw new UsageError(`customer ${id} was ${stored ? 'changed' : 'created'} meanwhile: run the command again`)
  output.step('Storing the records')
  try {
    if (fields.length) {
      const sent = Object.fromEntries(fields.map(({ name, after }) => [name, after]))
      await administration.request(stored ? 'PATCH' : 'PUT', path, sent)
    }
    if (records.length) await administration.request('PUT', `${path}/setup`, document)
  } catch (error) {
    throw error instanceof InnletError ? located(error, tables) : error
  }
  done(stored ? 'Stored.' : `Created customer ${id}.`)
}

async function findCustomer(administration: Administration, path: string): Promise<Fields | undefined> {
  try {
    return await administration.request<Fields>('GET', path)
  } catch (error) {
    if (error instanceof InnletError && error.status === 404) return undefined
    throw error
  }
}

/** The id may be that of another hotel by mistake. So only another command changes a name. */
function requireSame(id: string, stored: Fields, customer: Fields): void {
  const { name, state } = stored
  if (state !== 'open') throw new UsageError(`customer ${id} is not open: its state is ${state}`)
  if (!customer.name || name === customer.name) return
  const change = JSON.stringify({ name: customer.name }).replaceAll("'", "'\\''")
  throw new UsageError(
    `customer ${id} is ${inOneLine(name)}, and the files are of ${inOneLine(customer.name)}. Choose another id, or change the name first:\n` +
      `  innlet admin customer change ${id} --data '${change}'`,
  )
}

/** Adds the faults that the service finds in a body. It stores nothing, because `invalid` is a field that cannot be false. */
async function addFaults(
  administration: Administration,
  path: string,
  body: object,
  invalid: string,
  tables: HotelTables,
): Promise<void> {
  try {
    await administration.request('PUT', path, { ...body, [invalid]: false })
  } catch (error) {
    if (!(error instanceof InnletError && error.status === 422)) throw error
    for (const { description } of error.errors) if (!description.startsWith(`${invalid}:`)) tables.addFault(description)
  }
}

/** The error with files and lines in place of paths. */
function located(error: InnletError, tables: HotelTables): InnletError {
  const inFile = ({ code, description }: ErrorDetail) => ({ code, description: tables.located(description) })
  const [first, ...others] = error.errors
  return new InnletError({ ...error, errors: [inFile(first), ...others.map(inFile)] })
}

/** What the customer will have, in a few lines. */
function printSummary(customer: Fields, document: Document, unsent: Document, output: Output): void {
  const all = (kind: string) => [...(document[kind] ?? []), ...(unsent[kind] ?? [])]
  const [properties, rooms, ratePlans] = [all('properties'), all('rooms'), all('ratePlans')]
  const types = all('roomTypes').map(({ roomTypeId, name }) => {
    const ofType = rooms.filter(room => room.roomTypeId === roomTypeId)
    return `${name} (${counted(ofType.length, 'room')})`
  })
  for (const line of [
    `${customer.name}, ${customer.currency}, ${customer.timeZone}`,
    `  ${counted(properties.length, 'hotel')}: ${namesOf(properties)}`,
    `  ${counted(types.length, 'room type')}: ${types.join(', ')}`,
    `  ${counted(rooms.length, 'room')}`,
    `  ${counted(ratePlans.length, 'rate plan')}: ${namesOf(ratePlans)}`,
  ])
    output.line(inOneLine(line))
}

const namesOf = (records: Fields[]) => records.map(({ name }) => name).join(', ')
