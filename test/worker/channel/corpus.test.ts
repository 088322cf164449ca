import { describe, expect, it } from 'vitest'
import { ACCEPTED, type Conversation, REFUSED } from '../../fixtures/channel-corpus'
import { getContent, readChannelTables, update, updateSuccessfully } from '../../support/channel-message'
import { expectStatus, openHotel, resetBeforeEach } from '../../support/service'

/*
 * Messages as clients of channel managers send them. Each is stored as it is meant, or refused with an error that names the
 * field.
 */

resetBeforeEach()

/** Spellings that are understood. */
const UNDERSTOOD: readonly Conversation['spelling'][] = ['interface', 'Su']
const understood = <C extends Conversation>(corpus: readonly C[]) =>
  corpus.filter(({ spelling }) => UNDERSTOOD.includes(spelling))

interface Told {
  property: { data: { hotelDescriptiveContents: { hotelDescriptiveContent: object } }[] }[]
  rooms: { data: { sellableProducts: { sellableProduct: { roomid: string }[] } }[] }[]
  ratePlan: { data: { ratePlans: { ratePlan: { rateplanid: string }[] } }[] }[]
  rateAvailability: { data: { room: { roomid: string; date: object[] }[] }[] }[]
}

/** The content of GetCMConnect by name, with the entries of a group combined. */
function byName({ property, rooms, ratePlan, rateAvailability }: Told) {
  const inside = <Data>(entries: { data: Data[] }[]) => entries.flatMap(({ data }) => data)
  const products = inside(rooms).flatMap(({ sellableProducts }) => sellableProducts.sellableProduct)
  const plans = inside(ratePlan).flatMap(({ ratePlans }) => ratePlans.ratePlan)
  const calendars = Map.groupBy(
    inside(rateAvailability).flatMap(({ room }) => room),
    ({ roomid }) => roomid,
  )
  return {
    hotel: inside(property)[0]?.hotelDescriptiveContents.hotelDescriptiveContent,
    rooms: Object.fromEntries(products.map(product => [product.roomid, product])),
    plans: Object.fromEntries(plans.map(plan => [plan.rateplanid, plan])),
    days: Object.fromEntries([...calendars].map(([roomid, parts]) => [roomid, parts.flatMap(({ date }) => date)])),
  }
}

describe('a message as clients send it is kept as it is meant, and read back the same [CHANNEL-18]', () => {
  it.each(understood(ACCEPTED))('$title', async ({ messages, hotel, rooms = {}, plans = {}, days }) => {
    const { call } = await openHotel()
    for (const message of messages) await updateSuccessfully(call, message)
    const content = await getContent(call)
    const kept = byName(content)
    if (hotel) expect(kept.hotel).toEqual(hotel)
    for (const [roomid, room] of Object.entries(rooms)) expect(kept.rooms[roomid]).toEqual(room)
    for (const [rateplanid, plan] of Object.entries(plans)) expect(kept.plans[rateplanid]).toEqual(plan)
    if (days) expect(kept.days).toEqual(days)

    await updateSuccessfully(call, content)
    expect(await getContent(call), 'an answer that is sent back changes nothing').toEqual(content)
  })
})

describe('a message with a mistake is refused by the name of each fault, and changes nothing [CHANNEL-18]', () => {
  it.each(understood(REFUSED))('$title', async ({ messages, errors }) => {
    const { call } = await openHotel()
    for (const message of messages.slice(0, -1)) await updateSuccessfully(call, message)
    const before = await readChannelTables()
    const { json } = await expectStatus(422, update(call, messages.at(-1)))
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual(errors)
    expect(await readChannelTables()).toEqual(before)
  })
})
