import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import { sellSuccessfully, takeBackSuccessfully, waterItem } from '../../support/sale'
import { expectRefusal, expectStatus, hotelBeforeEach, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()
const { call } = hotel
const list = (query: string) => call('GET', `/Sale/GetSales?${query}`)
const idsOf = (content: { saleId: number }[]) => content.map(({ saleId }) => saleId)

describe('GetSales', () => {
  it('lists sales and returns as they were answered, the newest first [SALE-66]', async () => {
    const reservationID = await book(call)
    await sellSuccessfully(call)
    const sold = await sellSuccessfully(call, {
      reservationID,
      saleDate: '2027-05-11T23:00:00-08:00',
      items: [waterItem(2), waterItem(0.125, { unitPrice: 1 })],
    })
    const back = await takeBackSuccessfully(call, sold.saleId, [waterItem(1)], { saleDate: '2027-05-12' })
    const { json } = await expectStatus(200, list(`reservationID=${reservationID}`))
    expect(json.content).toEqual([
      { ...back, saleDate: '2027-05-12', reservationID, returnOf: sold.saleId },
      { ...sold, saleDate: '2027-05-11', reservationID, returnOf: null },
    ])
  })

  it('comes in pages, by cursor and by number [SALE-66]', async () => {
    const reservationID = await book(call)
    for (let i = 0; i < 5; i++) await sellSuccessfully(call, { reservationID })
    const pages: number[][] = []
    let cursor = ''
    do {
      const page = await expectStatus(200, list(`reservationID=${reservationID}&pageSize=2&cursor=${cursor}`))
      pages.push(idsOf(page.json.content))
      cursor = page.headers.get('x-next-cursor') ?? ''
      expect(page.headers.get('x-has-more')).toBe(String(cursor !== ''))
    } while (cursor)
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    const second = await expectStatus(200, list(`reservationID=${reservationID}&pageSize=2&pageNo=2`))
    expect(idsOf(second.json.content)).toEqual([3, 2])
  })

  it('has a page that ends with its bytes, and continues [SALE-66]', async () => {
    const reservationID = await book(call)
    const items = Array.from({ length: 500 }, () => waterItem(0.001))
    for (let i = 0; i < 3; i++) await sellSuccessfully(call, { reservationID, items })
    const there = withBindings({ PAGE_BYTES: '65536' })
    const authorization = `Bearer ${hotel.token}`
    const page = (cursor: string) =>
      there('GET', `/api/Sale/GetSales?reservationID=${reservationID}&cursor=${cursor}`, undefined, { authorization })
    const first = await expectStatus(200, page(''))
    expect(idsOf(first.json.content)).toEqual([3, 2])
    const second = await expectStatus(200, page(first.headers.get('x-next-cursor') ?? ''))
    expect(idsOf(second.json.content)).toEqual([1])
  })

  it('of an account that is not there, or another customer’s, is empty [SALE-66]', async () => {
    const reservationID = await book(call)
    const other = await openHotel(2)
    const theirs = await book(other.call)
    await sellSuccessfully(other.call, { reservationID: theirs })
    for (const id of [reservationID, theirs, 99]) {
      expect((await expectStatus(200, list(`reservationID=${id}`))).json).toEqual({
        content: {},
        errors: [],
        message: 'No data found!',
        success: true,
      })
    }
  })

  it.each([
    ['', 'reservationID: required'],
    ['reservationID=0', 'reservationID: required'],
    ['reservationID=x', 'reservationID: expected an integer'],
    ['reservationID=1&pageSize=201', 'pageSize: expected at most 200'],
    ['reservationID=1&cursor=W10.x', 'cursor: expected one that we made'],
  ])('with %j is 422', async (query, description) => {
    await expectRefusal(list(query), 422, 'INVALID_FIELD', description)
  })

  it('takes the cursor of its own account alone', async () => {
    const [one, other] = [await book(call), await book(call, { roomsBooked: [{ roomID: 102 }] })]
    for (let i = 0; i < 2; i++) await sellSuccessfully(call, { reservationID: one })
    const { headers } = await expectStatus(200, list(`reservationID=${one}&pageSize=1`))
    const refused = await list(`reservationID=${other}&cursor=${headers.get('x-next-cursor')}`)
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'cursor: expected one that we made')
  })

  it('reads the same number of rows with any number of other sales, in one round trip [SALE-66]', async () => {
    const reservationID = await book(call)
    for (let i = 0; i < 3; i++) await sellSuccessfully(call, { reservationID })
    const { database, read, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    const cost = async () => {
      ;[read.rows, trips.length] = [0, 0]
      const headers = { authorization: `Bearer ${hotel.token}` }
      await expectStatus(
        200,
        there('GET', `/api/Sale/GetSales?reservationID=${reservationID}&pageSize=2`, undefined, headers),
      )
      expect(trips).toHaveLength(1)
      return read.rows
    }
    const before = await cost()
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO sale (customer_id, sale_id, identity, body_hash, reservation_id, sale_date, sale_total, created_at)
       SELECT 1, i, 'i' || i, '', iif(i < 1900, NULL, ?), '2027-05-10', 0, 0 FROM n`,
    )
      .bind(reservationID)
      .run()
    expect(await cost()).toBeLessThanOrEqual(before)
    expect(before).toBeLessThan(20)
  })
})
