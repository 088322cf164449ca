import type { RoomHolder } from '../../../client/types.ts'
import type { RoomsChart } from '../../../console/rooms/chart.ts'
import '../../../console/rooms/chart.ts'
import { dateOf } from '../../../console/rooms/days.ts'
import { RoomPlan } from '../../../console/rooms/plan.ts'

/* A page with the chart of a hotel of 500 rooms. The bench calls its functions. */

const [ROOMS, TYPES, NIGHTS, STAYS] = [500, 8, 60, 12]
const FROM = 20_800

const hotel = {
  roomTypes: Array.from({ length: TYPES }, (_, i) => ({
    roomTypeId: i,
    hotelid: 'H',
    name: `Type ${i}`,
    description: '',
    maxOccupancy: 2,
  })),
  rooms: Array.from({ length: ROOMS }, (_, i) => ({
    roomId: i + 1,
    roomTypeId: i % TYPES,
    roomName: `Room ${i + 1}`,
    roomNo: String(i + 1),
    floorNo: '',
    isActive: true,
  })),
}

const stay = (room: number, i: number): RoomHolder => ({
  roomId: room + 1,
  arrivalDate: dateOf(FROM + i * 5 + (room % 4)),
  departureDate: dateOf(FROM + i * 5 + (room % 4) + 5 - ((room + i) % 3)),
  reservationId: room * STAYS + i + 1,
  reservationNumber: String(10_000_000 + room * STAYS + i),
  status: i ? 'Confirmed' : 'InHouse',
  version: 1,
  guestName: `Guest ${(room * 7 + i) % 97} of room ${room + 1}`,
  guestsInRoom: 2,
})

/** What GetRoomNights answers for 60 nights, as text: 6,000 bookings. */
const answer = JSON.stringify(
  Array.from({ length: ROOMS }, (_, room) => Array.from({ length: STAYS }, (_, i) => stay(room, i))).flat(),
)

const painted = () =>
  new Promise<void>(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage('')
    })
  })

/** Shows the answer. Resolves when it is painted. */
async function show(): Promise<number> {
  document.querySelector('rooms-chart')?.remove()
  const chart = document.createElement('rooms-chart') as RoomsChart
  const plan = new RoomPlan(hotel as ConstructorParameters<typeof RoomPlan>[0], 'H')
  plan.load(JSON.parse(answer))
  document.body.append(Object.assign(chart, { plan, from: FROM, nights: NIGHTS, today: FROM + 2 }))
  await chart.updateComplete
  await painted()
  return chart.querySelectorAll('.held').length
}

/** Scrolls for so many frames, three rooms in each. */
async function scroll(frames: number): Promise<void> {
  const scroller = document.querySelector('rooms-chart .scroller')
  for (let i = 0; i < frames; i++) {
    scroller?.scrollBy(0, 90)
    await painted()
  }
}

Object.assign(window, { show, scroll })
