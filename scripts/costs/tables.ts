import { billOf, eachPrice, type Prices, sumOf, usageOfHotels } from './bill.ts'
import {
  type Counted,
  eventsOf,
  type Hotel,
  type HotelLine,
  hotelLines,
  type Usage,
  usageOf,
  usageOfEndpoint,
} from './hotel.ts'

/** The tables of docs/growth.md by the name of their marker. */
export type Tables = Record<'prices' | 'hotel' | 'hotels' | 'endpoint', string>

const NUMBERS_OF_HOTELS = [10, 1_000, 100_000]

const whole = (number: number) => Math.round(number).toLocaleString('en')
const MILLION = 1_000_000
/** In millions, with three digits. */
const millions = (number: number) =>
  `${Number((number / MILLION).toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 })} M`
const gigabytes = (bytes: number) => `${Number((bytes / 1e9).toPrecision(3)).toLocaleString('en')} GB`
const dollars = (amount: number, digits = 2) =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll(/\| {2}(?=\|)/g, '| ')
const table = (header: readonly string[], aligned: readonly string[], rows: readonly string[][]) =>
  [header, aligned, ...rows].map(row).join('\n')

export function tablesOf(hotel: Hotel, counted: Counted, prices: Prices): Tables {
  const lines = hotelLines(hotel, counted)
  const usage = usageOf(hotel, lines)
  return {
    prices: priceTable(prices),
    hotel: hotelTable(hotel, lines, usage),
    hotels: hotelsTable(hotel, usage, prices),
    endpoint: endpointTable(hotel, usageOfEndpoint(hotel, counted), prices),
  }
}

function priceTable(prices: Prices): string {
  const { name, price } = prices.subscription
  const unit = (units: number, name: string) =>
    name === 'bytes stored' ? gigabytes(units) : `${whole(units / MILLION)} M ${name}`
  return table(
    ['Product', 'Included', 'Beyond'],
    ['---', '---', '---'],
    prices.products.map(product => [
      `[${product.name}](${product.page})${product.name === name ? `, $${price} a month` : ''}`,
      product.prices.map(({ included, unit: name }) => unit(included, name)).join(', '),
      product.prices
        .map(({ price, unit: name }) =>
          name === 'bytes stored'
            ? `${dollars(price)} a GB and month`
            : `${dollars(price, digitsOf(price))} a million ${name}`,
        )
        .join(', '),
    ]),
  )
}

const digitsOf = (price: number) => (price < 0.01 ? 3 : 2)

function hotelTable(hotel: Hotel, lines: readonly HotelLine[], usage: Usage): string {
  const rows = lines.map(({ what, requests, each, total }) => [
    what,
    requests ? whole(requests) : '',
    ...(each ? [whole(each.read), whole(each.written)] : ['', '']),
    whole(total.read),
    whole(total.written),
  ])
  const sum = (text: string) => `**${text}**`
  return [
    table(
      ['A month', 'Requests', '× rows read', '× rows written', 'Rows read', 'Rows written'],
      ['---', ...Array(5).fill('---:')],
      [
        ...rows,
        [
          sum(hotel.name),
          sum(whole(usage.requests)),
          '',
          '',
          sum(whole(usage.rowsRead)),
          sum(whole(usage.rowsWritten)),
        ],
      ],
    ),
    '',
    table(
      ['Resource', 'Calculation', 'Result'],
      ['---', '---', '---:'],
      [
        ['events a month', 'one for each booking, change, link, update and sale', whole(eventsOf(hotel))],
        ['CPU a month', `${whole(usage.requests)} requests × ${hotel.cpuMsPerRequest} ms`, `${whole(usage.cpuMs)} ms`],
        ['KV reads a month', 'one for each itinerary', whole(usage.kvReads)],
        ['KV writes a month', 'links that end', whole(usage.kvWrites)],
        ...hotel.stored.map(({ what, rows, bytes }) => [
          `storage of ${what}`,
          `${whole(rows)} × ${whole(bytes)} B`,
          `${Math.round((rows * bytes) / MILLION)} MB`,
        ]),
        ['storage in all', '', `**${Math.round(usage.storedBytes / MILLION)} MB**`],
      ],
    ),
  ].join('\n')
}

function hotelsTable(hotel: Hotel, usage: Usage, prices: Prices): string {
  const columns = NUMBERS_OF_HOTELS.map(hotels => {
    const all = usageOfHotels(usage, hotels)
    const bill = billOf(prices, all)
    return { hotels, all, bill, total: prices.subscription.price + sumOf(bill) }
  })
  const each = (text: (column: (typeof columns)[number]) => string) => columns.map(text)
  const lines = eachPrice(prices).map(({ unit, included, price, per, key }, i) => [
    key === 'storedBytes'
      ? `storage, (n − ${gigabytes(included)}) × ${dollars(price)}`
      : `${unit}, (n − ${whole(included / MILLION)} M) × ${dollars(price, digitsOf(price))}`,
    ...each(({ bill }) => {
      const { billed = 0, dollars: amount = 0 } = bill[i] ?? {}
      return billed
        ? `${Number((billed / per).toPrecision(4)).toLocaleString('en')} × ${price} = ${dollars(amount)}`
        : '–'
    }),
  ])
  return table(
    ['A month', ...each(({ hotels }) => `${whole(hotels)} hotels`)],
    ['---', ...each(() => '---:')],
    [
      [
        `databases, at ${hotel.hotelsPerDatabase} hotels (${gigabytes(hotel.hotelsPerDatabase * usage.storedBytes)}) each`,
        ...each(({ hotels }) => whole(Math.ceil(hotels / hotel.hotelsPerDatabase))),
      ],
      ['requests', ...each(({ all }) => millions(all.requests))],
      ['rows read · written', ...each(({ all }) => `${millions(all.rowsRead)} · ${millions(all.rowsWritten)}`)],
      ['storage after five years', ...each(({ all }) => gigabytes(all.storedBytes))],
      [prices.subscription.name, ...each(() => dollars(prices.subscription.price))],
      ...lines,
      ['**a month**', ...each(({ total }) => `**${dollars(total, 0)}**`)],
      ['**a hotel and month**', ...each(({ total, hotels }) => `**${dollars(total / hotels, 3)}**`)],
    ],
  )
}

function endpointTable(hotel: Hotel, usage: Usage, prices: Prices): string {
  const bill = billOf(prices, usage, { hasIncluded: false }).filter(({ billed }) => billed > 0)
  const lines = bill.map(({ price: { unit, price, per }, billed, dollars: amount }) => [
    unit,
    whole(billed),
    unit === 'bytes stored'
      ? `${dollars(price)} a GB`
      : `${dollars(price, digitsOf(price))} a ${per === MILLION ? 'million' : whole(per)}`,
    dollars(amount, 4),
  ])
  return table(
    ['An endpoint a month', 'Units', 'Price', 'Cost'],
    ['---', '---:', '---:', '---:'],
    [
      ['events of the hotel', whole(eventsOf(hotel)), '', ''],
      ...lines,
      ['**in all**', '', '', `**${dollars(sumOf(bill), 3)}**`],
    ],
  )
}
