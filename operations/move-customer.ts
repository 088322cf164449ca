/**
 * `npm run move-customer -- --customer 7 --to 1`: moves a customer to another database, step by step. The service stores the
 * progress: after an interruption, run the command again and it continues.
 */
import { parseFlags } from '../tooling/command/command-line.ts'
import { CUSTOMER_FLAGS, createPrinter, numberOf, runCustomerCommand, withRetries } from './customer/command.ts'
import { progressLine } from './customer/progress.ts'
import { SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'

const USAGE = `Moves a customer to another database; to the one where it still is: gives the move up.

  npm run move-customer -- --customer 7 --to 1 [flags]

  --customer 7   the customer's id
  --to 1         the number of the database: its place in DATABASES, from 0
${SERVICE_USAGE}

Meanwhile the customer can be read, and whatever would write is answered 503 with Retry-After.`

async function move(): Promise<void> {
  const { values } = parseFlags(process.argv.slice(2), { ...CUSTOMER_FLAGS, to: { type: 'string' } })
  const [customer, to] = [numberOf(values.customer), numberOf(values.to)]
  if (values.help || customer === undefined || to === undefined) return console.log(USAGE)

  const service = await serviceOf(values)
  const say = createPrinter()
  for (;;) {
    const { json } = await withRetries(() => service.admin('POST', `/customers/${customer}/move`, { to }))
    say(progressLine(json))
    if (json.done) break
  }
  say(`customer ${customer} lives in database ${to}\n`)
}

runCustomerCommand('move-customer', move, 'run again, it goes on from here')
