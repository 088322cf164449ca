import { beforeEach, describe, expect, it } from 'vitest'
import { daysFrom } from '../../../demo/stay'
import { todayIn } from '../../../schema/stay-dates'
import {
  callWithDatabase,
  days,
  declareChannel,
  getContent,
  plans,
  property,
  rate,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { stopClock } from '../../support/clock'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { admin, expectStatus, hotelBeforeEach, integrator, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()
const MAY = 'from=2027-05-01&to=2027-05-31'
const NOTHING = { content: {}, errors: [], message: 'No data found!', success: true }

/** Two hotels of one customer with a room of the same name, and one of another customer. */
beforeEach(async () => {
  await declareChannel(hotel.call)
  await updateSuccessfully(hotel.call, days([{ ...span('10', '12'), roomstosell: '1', ...rate('BAR') }]))
  await updateSuccessfully(hotel.call, {
    ...property({ hotelName: 'Annexe' }, { cmConnectID: 5 }, 'A1'),
    ...rooms([{ roomid: 'DBL' }], {}, 'A1'),
    ...plans([{ rateplanid: 'BAR' }], {}, 'A1'),
    ...days([{ ...span('20'), roomstosell: '7', ...rate('BAR') }], {}, 'DBL', 'A1'),
  })
  const other = await openHotel(2)
  await updateSuccessfully(other.call, property({ hotelName: 'Theirs' }, {}, 'X1'))
})

const get = (query = '', call = hotel.call) => call('GET', `/CMConnect/GetCMConnect?${query}`)

describe('GetCMConnect without hotelid', () => {
  it("tells all hotels of the customer by their ids, each as with its hotelid, and nobody else's [CHANNEL-23]", async () => {
    const [annexe, sea] = [await getContent(hotel.call, MAY, 'A1'), await getContent(hotel.call, MAY, 'H1')]
    const { json, text } = await expectStatus(200, get(MAY))
    expect(json.content).toEqual({
      property: [...annexe.property, ...sea.property],
      rooms: [...annexe.rooms, ...sea.rooms],
      ratePlan: [...annexe.ratePlan, ...sea.ratePlan],
      rateAvailability: [...annexe.rateAvailability, ...sea.rateAvailability],
    })
    expect(annexe.rateAvailability[0].data[0].room[0].date[0]).toMatchObject({ ...span('20'), roomstosell: '7' })
    expect(text).not.toContain('Theirs')
    for (const query of [`hotelid=&${MAY}`, `hotelid=0&${MAY}`]) {
      expect((await expectStatus(200, get(query))).text).toBe(text)
    }
  })

  it('sent back changes nothing [CHANNEL-23]', async () => {
    const before = (await expectStatus(200, get(MAY))).json.content
    await updateSuccessfully(hotel.call, before)
    expect((await expectStatus(200, get(MAY))).json.content).toEqual(before)
  })

  it('without from and to returns the days from today on, in the time zone of each hotel', async () => {
    const zones = { A1: 'Pacific/Kiritimati', H1: 'Pacific/Pago_Pago' }
    const properties = Object.entries(zones).map(([hotelid, timeZone]) => ({ hotelid, name: hotelid, timeZone }))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { properties }))
    const now = stopClock()
    const day = daysFrom(todayIn('UTC', now))
    const wide = [{ from: day(-5), to: day(5), roomstosell: '9' }]
    for (const hotelid of Object.keys(zones)) await updateSuccessfully(hotel.call, days(wide, {}, 'DBL', hotelid))
    const { rateAvailability } = (await expectStatus(200, get())).json.content
    const firstDays = rateAvailability.map(
      (entry: { data: { hotelid: string; room: { date: { from: string }[] }[] }[] }) => [
        entry.data[0]?.hotelid,
        entry.data[0]?.room[0]?.date[0]?.from,
      ],
    )
    expect(firstDays).toEqual(Object.entries(zones).map(([hotelid, zone]) => [hotelid, todayIn(zone, now)]))
  })

  it('is an empty object for a customer without hotels [CHANNEL-23]', async () => {
    await expectStatus(200, admin('PUT', '/customers/3', { name: 'Three', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
    const { call } = await integrator(3)
    expect((await expectStatus(200, get(MAY, call))).json).toEqual(NOTHING)
  })

  it('makes one round trip to the database, and scans no table', async () => {
    const { database, statements, trips } = recordingDatabase()
    await expectStatus(200, get(MAY, callWithDatabase(database, hotel)))
    expect(trips).toHaveLength(1)
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })
})
