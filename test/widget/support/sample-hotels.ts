import { hotelsOfLindqvists } from './lindqvists-stay.ts'

/* Hotels of a stay, as the service sends them: the demo hotel, and hotels that differ from it in their address or fields. */

const [quinta] = hotelsOfLindqvists()

/** A hotel of which only the address is known, without a position. */
const guesthouse = {
  hotelid: 'GH',
  name: 'Pensão Azul',
  timeZone: 'Europe/Lisbon',
  checkInTime: '14:00',
  checkOutTime: '11:00',
  roomIds: [201],
  address: { addressLine: 'Rua da Alegria 12', city: 'Lisboa', zip: '1250-182', country: 'PT' },
}

/** A ryokan, with its address in Japanese. */
const ryokan = {
  ...guesthouse,
  name: '柊屋 別館',
  timeZone: 'Asia/Tokyo',
  roomIds: [201, 203],
  address: {
    addressLine: '麩屋町通姉小路上ル中白山町 12番地',
    city: '京都市中京区',
    state: '京都府',
    zip: '604-8094',
    country: 'JP',
  },
  position: { latitude: 35.0102, longitude: 135.7645 },
  phone: '+81752211136',
  email: 'omotenashi@hiiragi.example',
}

/** A hotel with its address in Arabic. */
const riad = {
  ...guesthouse,
  name: 'رياض الياسمين',
  timeZone: 'Asia/Riyadh',
  address: { addressLine: '12 شارع الأمير', city: 'جدة', zip: '23521', country: 'SA' },
  phone: '+966126000000',
}

export const HOTELS = {
  quinta: [quinta],
  guesthouse: [{ ...guesthouse, roomIds: [201, 203] }],
  ryokan: [ryokan],
  riad: [riad],
  two: [{ ...quinta, roomIds: [203] }, guesthouse],
}
