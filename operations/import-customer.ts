/**
 * `npm run import-customer -- --customer 7 --from FILE`: imports an export of a customer. The service stores the progress: after
 * an interruption, run the command again and it continues.
 */
import { parseFlags } from '../tooling/command/command-line.ts'
import { CUSTOMER_FLAGS, createPrinter, numberOf, runCustomerCommand, withRetries } from './customer/command.ts'
import { type FilePage, readPages } from './customer/export-file.ts'
import { progressLine } from './customer/progress.ts'
import { SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'
import { toDoLines } from './restore/to-do.ts'

const USAGE = `Imports an export of a customer that this installation does not have.

  npm run import-customer -- --customer 7 --from FILE [flags]

  --customer 7   the customer's id, which is that of the file
  --from FILE    a file of "npm run export-customer"
${SERVICE_USAGE}

The customer is served when everything has arrived. To give the import up, run "npm run delete-customer".`

/** A guest who was erased after the file was written. */
interface Erasure {
  guestId: number
  at: string
}

/** Characters after which a request has enough pages: the largest page fits below the default of CHANNEL_BODY_BYTES. */
const REQUEST_LENGTH = 1_500_000

async function importCustomer(): Promise<void> {
  const { values } = parseFlags(process.argv.slice(2), { ...CUSTOMER_FLAGS, from: { type: 'string' } })
  const { from } = values
  const customer = numberOf(values.customer)
  if (values.help || customer === undefined || !from) return console.log(USAGE)

  // A file that is damaged or not complete is refused before anything is sent.
  for await (const _ of readPages(from));
  const service = await serviceOf(values)
  const say = createPrinter()
  const send = async (body: { after: string; lines: string }) => {
    const { json } = await withRetries(() => service.admin('POST', `/customers/${customer}/import`, body))
    if (json.rows !== undefined) say(progressLine(json))
    return json
  }
  let last = await send({ after: '', lines: '' })
  if (!last.done) for await (const pages of partsAfter(from, last.checksum ?? '')) last = await send(pages)
  say(`customer ${customer} is imported and open; create its applications and API keys\n`)
  const erasures: Erasure[] = last.erasures ?? []
  const entries = erasures.map(({ guestId, at }) => ({ act: 'guest.erase', subject: `${customer}/${guestId}`, at }))
  if (entries.length) for (const line of toDoLines(entries)) say(`${line}\n`)
}

/** The parts of the file after the page with a checksum, each for one request. */
async function* partsAfter(file: string, checksum: string): AsyncGenerator<{ after: string; lines: string }> {
  let isNew = checksum === ''
  let part: FilePage[] = []
  let length = 0
  const take = () => {
    const lines = part.flatMap(page => page.lines)
    const taken = { after: part[0]?.after ?? '', lines: `${lines.join('\n')}\n` }
    part = []
    length = 0
    return taken
  }
  for await (const page of readPages(file)) {
    if (isNew) {
      const pageLength = page.lines.reduce((sum, line) => sum + line.length, 0)
      if (length > 0 && length + pageLength > REQUEST_LENGTH) yield take()
      part.push(page)
      length += pageLength
    }
    isNew ||= page.checksum === checksum
  }
  if (part.length > 0) yield take()
}

runCustomerCommand('import-customer', importCustomer, 'run again, it goes on from here')
