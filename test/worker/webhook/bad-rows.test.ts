import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../schema/wire/dates'
import { runCleanUp } from '../../../worker/clean-up'
import { createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import { newReceiver } from '../../support/receiver'
import { rows } from '../../support/service'
import { hotelWithStoppedClock, makeEndpoint, runMinute, writeEvents } from '../../support/webhooks'

const call = hotelWithStoppedClock()

/** Makes an endpoint of customer 1 with an event, and lets the other customer's endpoint wait for one too. */
async function twoCustomers() {
  await createOtherCustomer()
  const own = await newReceiver({ status: 200 })
  const other = await newReceiver({ status: 200 })
  await makeEndpoint(call, own.url)
  await writeEvents(1)
  const ofOther = `customer_id = ${OTHER_CUSTOMER_ID}`
  await rows(`DELETE FROM webhook_delivery WHERE ${ofOther}`)
  await rows(
    `UPDATE webhook_endpoint SET url = ?, types = NULL, endpoint_status = 'enabled', live_after = 0, due_at = NULL,
    scanned_sequence = (SELECT max(sequence) - 1 FROM event WHERE ${ofOther}), failures = 0 WHERE ${ofOther}`,
    other.url,
  )
  return other
}

it.each([
  ['types', 'reservation.created'],
  ['types', '{"a":'],
  ['leases', 'none'],
  ['leases', '["x"]'],
  ['leases', '{"a":"x"}'],
  ['replay', 'none'],
])(
  'the webhooks of other customers are sent if %s of an endpoint is damaged: %s [WEBHOOK-50]',
  async (column, value) => {
    const other = await twoCustomers()
    await rows(`UPDATE webhook_endpoint SET ${column} = ? WHERE customer_id = 1`, value)
    await runMinute()
    expect((await other.received()).length).toBeGreaterThan(0)
  },
)

it('the clean-up of other customers goes on if the attempts of a delivery are damaged [WEBHOOK-50]', async () => {
  await twoCustomers()
  await runMinute()
  const attempts = () => rows(`SELECT attempts FROM webhook_delivery WHERE customer_id = ${OTHER_CUSTOMER_ID}`)
  expect(await attempts()).not.toEqual([{ attempts: '[]' }])
  await rows("UPDATE webhook_delivery SET attempts = 'none' WHERE customer_id = 1")
  await rows('UPDATE webhook_delivery SET created_at = 0')
  await runCleanUp(createScheduledController({ scheduledTime: Date.now() + 400 * DAY_MS }), env)
  expect((await attempts()).filter(row => row.attempts !== '[]')).toEqual([])
  expect(await rows("SELECT 1 FROM clean_up_visit WHERE outcome = 'failed'")).toEqual([])
})
