import { describe, expect, it } from 'vitest'
import { daysFrom } from '../../demo/stay.ts'
import { todayIn } from '../../schema/stay-dates.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

const day = daysFrom(todayIn('Europe/Lisbon', Date.now()))

describe('a state whose demo hotel was last started days ago', () => {
  const place = newServiceFolder()
  let run: Run
  let bearer: string
  /** The path of the guest's page at the first start. */
  let page: string

  /** Starts the service, with its demo as of a day or, as usual, of today. */
  async function startOn(...flags: string[]): Promise<void> {
    await run?.end('SIGTERM')
    run = await start(place, ...flags)
    const { json } = await run.service.requestOk('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: run.of('client_id'),
      client_secret: run.of('client_secret'),
      audience: 'innlet-api',
    })
    bearer = json.access_token
  }

  const post = async (body: object) =>
    Number(
      (await run.service.requestOk('POST', '/api/Booking/PostBooking', body, bearer)).headers.get('x-reservation-id') ??
        '',
    )

  /** Books a room from today on, as somebody who tries the service does. */
  const bookRoom = (roomID: number) =>
    post({
      identity: `mine-${roomID}`,
      arrivalDate: day(0),
      departureDate: day(4),
      primaryGuestDetails: { lastName: 'Mine' },
      roomsBooked: [{ roomID }],
    })

  /** The stay that the printed page shows. */
  async function stay() {
    const [token] = run.of("Guest's page").split('/').slice(-1)
    const { json } = await run.service.requestOk('GET', `/api/public/PartnerItinerary/details/${token}`)
    const { overview, roomStays, scheduleItems } = json.content
    return {
      name: overview.guestLastName,
      from: overview.arrivalDate.slice(0, 10),
      to: overview.departureDate.slice(0, 10),
      rooms: roomStays.map(({ roomNo }: { roomNo: string }) => roomNo).sort(),
      plans: scheduleItems.length,
    }
  }

  interface Kept {
    reservationId: number
    identity: string
    arrivalDate: string
    updatedAt: string
  }
  const reservations = async (): Promise<Kept[]> =>
    (await run.service.requestOk('POST', '/api/Reservation/GetReservations', {}, bearer)).json.content
  const one = async (wanted: Partial<Kept>) =>
    (await reservations()).find(each =>
      Object.entries(wanted).every(([name, value]) => each[name as keyof Kept] === value),
    )
  const arrivalOf = async (identity: string) => (await one({ identity }))?.arrivalDate.slice(0, 10)

  it('has its stays around that day', async () => {
    await startOn('--demo-day', day(-5))
    page = new URL(run.of("Guest's page")).pathname
    expect(await stay()).toMatchObject({ name: 'Lindqvist', from: day(-6), to: day(-2) })
    expect(await arrivalOf('demo-okafor')).toBe(day(-3))
  })

  it('shows a stay of today, by the same link, after the next start [RUN-4]', async () => {
    const mine = await bookRoom(302)
    const novak = await one({ identity: 'demo-novak' })
    await post({ bookingID: novak?.reservationId, action: 'modify', reservationSummaryNote: 'Changed by hand.' })
    const mineBefore = await one({ reservationId: mine })
    const novakBefore = await one({ identity: 'demo-novak' })

    await startOn()
    expect(new URL(run.of("Guest's page")).pathname).toBe(page)
    expect(await stay()).toEqual({ name: 'Lindqvist', from: day(-1), to: day(3), rooms: ['201', '203'], plans: 12 })
    expect(await arrivalOf('demo-okafor')).toBe(day(2))
    // What the user made or changed is as it was.
    expect(await one({ reservationId: mine })).toEqual(mineBefore)
    expect(await one({ identity: 'demo-novak' })).toEqual(novakBefore)
  })

  it('stays as it is at a second start on the same day [RUN-4]', async () => {
    const before = await reservations()
    await startOn()
    expect(new URL(run.of("Guest's page")).pathname).toBe(page)
    expect(await reservations()).toEqual(before)
  })

  it('shows another booking, in free rooms, where the user has changed the stay and taken a room [RUN-4]', async () => {
    const shown = await one({ identity: 'demo-lindqvist' })
    await post({
      bookingID: shown?.reservationId,
      action: 'modify',
      departureDate: day(20),
      roomsBooked: [{ roomID: 203 }],
    })
    const before = await one({ identity: 'demo-lindqvist' })

    await startOn('--demo-day', day(10))
    expect(await stay()).toMatchObject({
      name: 'Lindqvist',
      from: day(9),
      to: day(13),
      rooms: ['201', '202'],
      plans: 12,
    })
    expect(await one({ identity: 'demo-lindqvist' })).toEqual(before)
    expect((await fetch(run.of("Hotel's page"))).status).toBe(200)
  })
})
