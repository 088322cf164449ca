import { statSync } from 'node:fs'
import { InnletError } from '../../errors.ts'
import type { Invocation } from '../action.ts'
import { pageUrl } from '../connections.ts'
import { EXIT, exitCodeOf, UsageError } from '../failure.ts'
import type { Output } from '../output.ts'
import { writeNewFile } from '../secrets.ts'
import { counted, todayIn } from '../text.ts'
import { Administration } from './administration.ts'
import { type ConsentFlags, isConfirmed, printChange } from './consent.ts'
import { erasureOf, type Stay, stayLine } from './guest-erasure.ts'
import { guestPage, type PageOptions } from './guest-page.ts'
import {
  findGuests,
  forEachGuest,
  type GuestExport,
  namedGuests,
  readExport,
  type SoughtFlags,
} from './guest-records.ts'
import { storedSetup } from './setup.ts'
import type { Customer } from './types.ts'

interface ExportFlags extends SoughtFlags {
  out: string[]
  language: string
}

interface EraseFlags extends SoughtFlags, ConsentFlags {
  all?: boolean
}

const COLUMNS = [
  ['GUEST', 'guestId'],
  ['FIRST NAME', 'firstName'],
  ['LAST NAME', 'lastName'],
  ['E-MAIL', 'email'],
  ['PHONE', 'phone'],
  ['RESERVATIONS', 'reservationIds'],
] as const

/** `innlet admin guest search`: the guests who have all that is known. */
export async function searchGuests({ args, flags, credentials, output }: Invocation<SoughtFlags>): Promise<void> {
  const [customer = ''] = args
  const found = await findGuests(new Administration(credentials), customer, flags, output)
  if (found.length) output.table(found, COLUMNS)
  else output.note('No guest found. A record has only what its client sent: try each value that is known alone.')
}

/** `innlet admin guest export`: all that is stored of some guests, in new files: a page for people, lines for programs. */
export async function exportGuests({ args, flags, credentials, output }: Invocation<ExportFlags>): Promise<void> {
  const [customer = ''] = args
  for (const file of flags.out) {
    if (!/\.(html|ndjson)$/.test(file))
      throw new UsageError(`${file}: expected a name with .html or .ndjson at its end`)
    if (statSync(file, { throwIfNoEntry: false })?.size)
      throw new UsageError(`${file}: the file exists: name another, or remove it`)
  }
  const administration = new Administration(credentials)
  const guestIds = await namedGuests(administration, args, flags, output)
  const exports: GuestExport[] = []
  await forEachGuest(guestIds, 'Reading', output, async guestId => {
    exports.push(await readExport(administration, customer, guestId))
  })
  const [first, ...others] = exports
  if (!first) throw new Error('no guest has these values, and nothing was written')
  const lines = exports.map(({ text }) => text).join('')
  const page = flags.out.some(isPage)
    ? guestPage([first, ...others], await pageOptions(administration, customer, flags))
    : ''
  for (const file of flags.out) writeNewFile(file, isPage(file) ? page : lines)
  output.table(exports.map(summaryOf), COLUMNS)
  output.note(`${flags.out.join(' and ')}: all that is stored of the guests above. Check that they are one person.`)
}

const isPage = (file: string) => file.endsWith('.html')

/** The guest of an export, as a search returns it. */
function summaryOf({ guestId, rows }: GuestExport) {
  const {
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
  } = rows.find(row => row.table === 'guest')?.row ?? {}
  const reservationIds = rows.flatMap(({ table, row }) => (table === 'reservation' ? row.reservation_id : []))
  return { guestId, firstName, lastName, email, phone, reservationIds }
}

async function pageOptions(
  administration: Administration,
  customer: string,
  { language }: ExportFlags,
): Promise<PageOptions> {
  const path = `/customers/${customer}`
  const { name, timeZone } = await administration.request<Customer>('GET', path)
  // The setup of a closed customer cannot be read. Its rooms have their ids then.
  const setup = await storedSetup(administration, customer).catch(error => {
    if (exitCodeOf(error) === EXIT.REFUSED) return {}
    throw error
  })
  return { name, timeZone, language, setup }
}

/** `innlet admin guest erase`: shows what would be erased of some guests, asks, and erases it. The same command continues it. */
export async function eraseGuests({ args, flags, credentials, output, host }: Invocation<EraseFlags>): Promise<void> {
  const [customer = '', ...named] = args
  const administration = new Administration(credentials)
  const { timeZone } = await administration.request<Customer>('GET', `/customers/${customer}`)
  const today = todayIn(timeZone)
  const guestIds: number[] = []
  const notEnded: Stay[] = []
  const show = async (guestId: number) => {
    const erasure = erasureOf(await readExport(administration, customer, guestId), today)
    if (!erasure) return
    printChange(erasure, output, erasure.stays.map(stayLine))
    notEnded.push(...erasure.stays.filter(({ hasEnded }) => !hasEnded))
    guestIds.push(guestId)
  }
  const shown = await namedGuests(administration, args, flags, output)
  await forEachGuest(shown, 'Reading', output, unlessRefused(output, show))
  if (!guestIds.length) {
    if (host.exitCode !== EXIT.REFUSED) output.note('There is nothing to erase.')
    return
  }
  if (notEnded.length) {
    output.note(`Warning: not ended yet: ${notEnded.map(stayLine).join('; ')}.`)
    output.note('Erase after the departure, or hand over first what the hotel needs of the notes.')
  }
  if (flags.dryRun) return
  if (!named.length && !flags.all) {
    throw new UsageError('others may have the same values: check what is printed above, and give the ids, or --all')
  }
  if (!(await isConfirmed(`Erase ${counted(guestIds.length, 'guest')} of customer ${customer}?`, flags, host))) {
    return output.note('Nothing was erased.')
  }
  let erased = 0
  const erase = async (guestId: number) => {
    await administration.request('POST', `/customers/${customer}/guests/${guestId}/erase`)
    erased++
    if (output.json) output.value({ guestId, erased: true })
  }
  try {
    await forEachGuest(guestIds, 'Erasing', output, unlessRefused(output, erase))
  } finally {
    output.note(
      erased === guestIds.length
        ? `Erased ${counted(erased, 'guest')}.`
        : `Erased ${erased} of ${counted(guestIds.length, 'guest')}. Run the same command again for the others.`,
    )
  }
  if (erased < guestIds.length) return
  const guide = pageUrl(credentials, '/docs/guides/guest-data#what-an-erasure-leaves')
  output.note(`What is left, and why: ${guide}`)
  const left = `innlet admin guest export ${[customer, ...guestIds].join(' ')} --out left.html`
  output.note(`To show it to the guest: ${left} (keep the ids: a search does not find them any more)`)
}

/** A step for a guest. If the service refuses it, that is printed, and the next guest can follow. Other failures are thrown. */
const unlessRefused =
  (output: Output, run: (guestId: number) => Promise<void>) =>
  async (guestId: number): Promise<void> => {
    try {
      await run(guestId)
    } catch (error) {
      const isOfGuest =
        error instanceof InnletError && exitCodeOf(error) === EXIT.REFUSED && error.status !== 401 && !error.retryable
      if (!isOfGuest) throw error
      output.endWith(EXIT.REFUSED)
      output.row({ guestId, refused: error.errors }, [`! guest ${guestId} is refused: ${error.message}`])
    }
  }
