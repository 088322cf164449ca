/**
 * `npm run delete-customer -- --customer 7`: deletes all rows of a closed customer. The service stores the progress: after an
 * interruption, run the command again and it continues.
 */
import { CommandError } from '../tooling/command/command-error.ts'
import { parseFlags } from '../tooling/command/command-line.ts'
import { CUSTOMER_FLAGS, createPrinter, numberOf, runCustomerCommand, withRetries } from './customer/command.ts'
import { SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'

const USAGE = `Closes a customer, and deletes a customer that was closed. Without --close and --open: deletes.

  npm run delete-customer -- --customer 7 --close
  npm run delete-customer -- --customer 7 --yes

  --customer 7   the customer's id
  --close        closes the customer: nothing is deleted
  --open         opens the customer again, before it is deleted
  --yes          deletes: there is no way back but the import of an export
${SERVICE_USAGE}

A customer can be deleted when it has been closed for as long as an access token lives.`

async function deleteCustomer(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseFlags(process.argv.slice(2), { ...CUSTOMER_FLAGS, close: flag, open: flag, yes: flag })
  const customer = numberOf(values.customer)
  if (values.help || customer === undefined || (values.close && values.open)) return console.log(USAGE)

  const service = await serviceOf(values)
  const path = `/customers/${customer}`
  if (values.close || values.open) {
    const body = { state: values.close ? 'closed' : 'open' }
    const { json } = await withRetries(() => service.admin('PUT', `${path}/state`, body))
    const then = json.deletableFrom ? `; it can be deleted from ${json.deletableFrom}` : ''
    return console.log(`customer ${customer} is ${json.state}${then}`)
  }
  if (!values.yes) throw new CommandError(`this deletes all rows of customer ${customer}: add --yes`)
  const say = createPrinter()
  for (;;) {
    const { json } = await withRetries(() => service.admin('DELETE', path))
    say(json.state)
    if (json.done) break
  }
  say(`customer ${customer} is deleted; no other customer gets its id\n`)
}

runCustomerCommand('delete-customer', deleteCustomer)
