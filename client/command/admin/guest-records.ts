import { localError } from '../../errors.ts'
import { UsageError } from '../failure.ts'
import type { Output } from '../output.ts'
import type { Administration } from './administration.ts'
import type { GuestList } from './types.ts'

/** What is known of a guest. A guest who is found has all of it. */
export interface SoughtFlags {
  email?: string
  phone?: string
  lastName?: string
}

export type FoundGuest = GuestList['guests'][number]

/** A row of an export, with its columns by their names in the database. */
export interface ExportedRow {
  table: string
  row: Record<string, string | number | null>
}

/** The export of a guest. `text`: its lines as the service sent them. */
export interface GuestExport {
  guestId: number
  text: string
  exportedAt: string
  currency: string
  /** The decimals of an amount, which is in minor units. */
  decimals: number
  rows: ExportedRow[]
}

const soughtOf = ({ email, phone, lastName }: SoughtFlags) => ({ email, phone, lastName })

const isSearch = (flags: SoughtFlags) => Object.values(soughtOf(flags)).some(value => value !== undefined)

const WANTED = '--email, --phone or --last-name'

/** The guests of a customer who have all that is sought, of all pages. */
export async function findGuests(
  administration: Administration,
  customer: string,
  flags: SoughtFlags,
  output: Output,
): Promise<FoundGuest[]> {
  if (!isSearch(flags)) throw new UsageError(`what is known of the guest is missing: give ${WANTED}`)
  const search = { path: `/customers/${customer}/guests/search`, body: soughtOf(flags) }
  return administration.list(search, 'guests', output)
}

/** The guests that a command names: by ids, or by what is known of them. */
export async function namedGuests(
  administration: Administration,
  [customer = '', ...ids]: readonly string[],
  flags: SoughtFlags,
  output: Output,
): Promise<number[]> {
  if (ids.length === 0) return (await findGuests(administration, customer, flags, output)).map(({ guestId }) => guestId)
  if (isSearch(flags)) throw new UsageError(`give ids of guests, or ${WANTED}, and not both`)
  return [...new Set(ids.map(Number))]
}

/** All that is stored of a guest. */
export async function readExport(
  administration: Administration,
  customer: string,
  guestId: number,
): Promise<GuestExport> {
  let text = ''
  const path = `/customers/${customer}/guests/${guestId}/export`
  for await (const part of administration.pages<string>({ path })) text += part
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const rows = lines.filter(line => line.row) as ExportedRow[]
  if (lines.at(-1)?.end?.rows !== rows.length) throw localError('INVALID_RESPONSE', 'An export that is not complete.')
  const { exportedAt, currency, decimals } = header
  if (decimals === undefined) throw localError('INVALID_RESPONSE', 'An export of a release before this command.')
  return { guestId, text, exportedAt, currency, decimals, rows }
}

/** Runs a step for each guest, and tells the progress. */
export async function forEachGuest(
  guestIds: readonly number[],
  doing: string,
  output: Output,
  run: (guestId: number) => Promise<void>,
): Promise<void> {
  for (const [i, guestId] of guestIds.entries()) {
    if (i > 0 && i % 20 === 0) output.step(`${doing} guest ${i + 1} of ${guestIds.length}`)
    await run(guestId)
  }
}
