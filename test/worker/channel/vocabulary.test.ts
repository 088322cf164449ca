import { beforeEach, describe, expect, it } from 'vitest'
import {
  days,
  declareChannel,
  getContent,
  plans,
  property,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const contact = (fields: object) => property({ contactInfos: { contactInfo: [fields] } })
const room = (fields: object) => rooms([{ roomid: 'DBL', ...fields }])
const plan = (fields: object) => plans([{ rateplanid: 'BAR', ...fields }])

const WORDS: [string, (word: string) => object, string[]][] = [
  [
    'hotelDescriptiveContentNotifType',
    word => property({ hotelDescriptiveContentNotifType: word }),
    ['New', 'Overlay'],
  ],
  [
    'invStatusType',
    word => room({ invStatusType: word }),
    ['Initial', 'Active', 'Modify', 'Deactivated', 'Active', 'Delete'],
  ],
  ['invNotifType', word => room({ invNotifType: word }), ['New', 'Overlay']],
  ['ratePlanNotifType', word => plan({ ratePlanNotifType: word }), ['New', 'Overlay', 'Remove', 'Activate']],
  [
    'contactProfileType',
    word => contact({ contactProfileType: word }),
    ['PhysicalLocation', 'availability', 'general', 'reservations', 'invoices'],
  ],
  ['phoneTechType', word => contact({ phones: { phone: [{ phoneTechType: word }] } }), ['1', '3', '5']],
  ['closedonarrival', word => days([{ ...span('01'), closedonarrival: word }]), ['0', '1']],
  ['closedondeparture', word => days([{ ...span('01'), closedondeparture: word }]), ['0', '1']],
  ['closed', word => days([{ ...span('01'), closed: word }]), ['0', '1']],
  ['languageCode', word => property({ languageCode: word }), ['en', 'pt', 'zh', 'pt-BR']],
]

describe('every word of the channel managers is taken [CHANNEL-3]', () => {
  it.each(WORDS)('as %s', async (_, message, words) => {
    for (const word of words) {
      await updateSuccessfully(hotel.call, message(word))
      // Deleted entries are no longer returned.
      if (word !== 'Delete') expect(JSON.stringify(await getContent(hotel.call))).toContain(`"${word}"`)
    }
  })
})

describe('a room or plan that is not there', () => {
  it.each(['Initial', 'Active', 'Modify', undefined])(
    'is created by invStatusType %s [CHANNEL-14]',
    async invStatusType => {
      await updateSuccessfully(hotel.call, rooms([{ roomid: 'NEW', invStatusType }]))
      expect(await rows("SELECT is_active FROM channel_room WHERE channel_room_id = 'NEW'")).toEqual([{ is_active: 1 }])
    },
  )

  it.each(['New', 'Overlay'])('is created by invNotifType %s [CHANNEL-14]', async invNotifType => {
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'NEW', invNotifType }]))
    expect(await rows("SELECT is_active FROM channel_room WHERE channel_room_id = 'NEW'")).toEqual([{ is_active: 1 }])
  })

  it.each(['New', 'Overlay', 'Activate', undefined])(
    'is created by ratePlanNotifType %s [CHANNEL-14]',
    async ratePlanNotifType => {
      await updateSuccessfully(hotel.call, plans([{ rateplanid: 'NEW', ratePlanNotifType }]))
      expect(await rows("SELECT is_active FROM channel_rate_plan WHERE channel_rate_plan_id = 'NEW'")).toEqual([
        { is_active: 1 },
      ])
    },
  )

  it.each(['New', 'Overlay'])('hotel is declared by hotelDescriptiveContentNotifType %s [CHANNEL-14]', async word => {
    await updateSuccessfully(
      hotel.call,
      property({ hotelDescriptiveContentNotifType: word, hotelName: 'Nine' }, {}, 'H9'),
    )
    expect(await rows("SELECT property_name FROM property WHERE hotel_id = 'H9'")).toEqual([{ property_name: 'Nine' }])
  })

  it('may be declared and deactivated in one message', async () => {
    const products = [{ roomid: 'NEW' }, { roomid: 'NEW', invStatusType: 'Deactivated' }]
    await updateSuccessfully(hotel.call, rooms(products))
    expect(await rows("SELECT is_active FROM channel_room WHERE channel_room_id = 'NEW'")).toEqual([{ is_active: 0 }])
  })
})
