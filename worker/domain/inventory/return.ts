import type { SaleRequest } from '../../../schema/wire/sale'
import { type Refusal, refuseAll } from '../../errors'
import type { Account, SoldLine } from '../../store/inventory/columns'
import { BookingValidator, decidePayment } from '../booking/parts'
import { fromThousandths, toThousandths } from './inventory'
import { type StockChange, type StockKey, type StockQuantity, sameStock, sumOfStocks } from './stock'

/** The stored data for a return. */
export interface ReturnData {
  currency: string
  timeZone: string
  /** That of the sale. */
  account: Account | undefined
  /** The lines of the sale, in their order; none: there is no such sale. */
  sold: SoldLine[]
}

/** What comes back of a sold line. Quantities are in thousandths of a unit. */
interface ReturnedLine {
  lineNo: number
  quantity: number
  /** What earlier lines of this return have of the same sold line. */
  before: number
}

/** A validated return: what to write. Only the keys and CHECKs of the database can still refuse it. */
export interface ReturnChange extends StockChange {
  returnOf: number
  lines: ReturnedLine[]
  /** The quantity that comes back of each sold line. */
  counted: { lineNo: number; quantity: number }[]
}

type Conflict = { code: 'INSUFFICIENT_STOCK'; description: string }

export type ReturnRequest = SaleRequest & { returnOf: number }

/** Turns a request to take things back and the stored data into a change, or a refusal with all issues. */
export function decideReturn(
  { returnOf, items, paymentDetails }: ReturnRequest,
  stored: ReturnData,
): ReturnChange | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | Conflict['code']> {
  const { account, sold } = stored
  const validator = new BookingValidator(stored)
  if (!sold.length) validator.unknown(returnOf, 'returnOf', 'sale')
  if (sold.some(line => line.returnOf !== null)) validator.invalid('returnOf', `sale ${returnOf} is a return`)
  const asked = items.map((item, i): StockQuantity => {
    if (sold.length) requireSold(validator, item, `items[${i}]`, { returnOf, sold })
    const quantity = toThousandths(item.quantity)
    if (quantity === undefined) validator.invalid(`items[${i}].quantity`, 'expected at most 3 decimals')
    return { ...item, quantity: quantity ?? 0 }
  })
  const payment = decidePayment(validator, paymentDetails)
  const refused = refuseAll(validator.issues) ?? refuseAll(conflictsOf(asked, { returnOf, sold }))
  if (refused) return refused
  const lines = linesOf(asked, sold)
  return {
    returnOf,
    lines,
    counted: sold.flatMap(({ lineNo }) => {
      const quantity = sumOf(lines.filter(line => line.lineNo === lineNo))
      return quantity ? [{ lineNo, quantity }] : []
    }),
    taken: sumOfStocks(asked).map(item => ({ ...item, quantity: -item.quantity })),
    account: account?.reservationId,
    payment: account?.hasPayment ? undefined : payment,
  }
}

interface Sold {
  returnOf: number
  sold: readonly SoldLine[]
}

function requireSold(validator: BookingValidator<ReturnData>, item: StockKey, path: string, { returnOf, sold }: Sold) {
  const { inventoryId, inventoryLocationId } = item
  if (sold.some(line => sameStock(line, item))) return
  const isElsewhere = sold.some(line => line.inventoryId === inventoryId)
  const [field, place] = isElsewhere
    ? ['inventoryLocationId', ` at location ${inventoryLocationId}`]
    : ['inventoryId', '']
  const description = `${path}.${field}: sale ${returnOf} sold no item ${inventoryId}${place}`
  validator.issues.push({ code: 'UNKNOWN_REFERENCE', description })
}

/** Each item of which less is left to return than comes back in all lines. */
function conflictsOf(asked: readonly StockQuantity[], { returnOf, sold }: Sold): Conflict[] {
  return sumOfStocks(asked).flatMap((item): Conflict[] => {
    const left = sumOf(
      sold.filter(line => sameStock(line, item)).map(({ quantity, returned }) => ({ quantity: quantity - returned })),
    )
    if (item.quantity <= left) return []
    const first = asked.findIndex(each => sameStock(each, item))
    const description =
      `items[${first}].quantity: of item ${item.inventoryId} at location ${item.inventoryLocationId}, ` +
      `sale ${returnOf} has ${fromThousandths(left)} to return, not ${fromThousandths(item.quantity)}`
    return [{ code: 'INSUFFICIENT_STOCK', description }]
  })
}

/** What is asked, by the sold lines that it comes from, the later ones first. */
function linesOf(asked: readonly StockQuantity[], sold: readonly SoldLine[]): ReturnedLine[] {
  const before = new Map<number, number>()
  return asked.flatMap(item => {
    let missing = item.quantity
    return sold.toReversed().flatMap((line): ReturnedLine[] => {
      if (!sameStock(line, item)) return []
      const { lineNo } = line
      const returned = before.get(lineNo) ?? 0
      const quantity = Math.min(missing, line.quantity - line.returned - returned)
      if (quantity <= 0) return []
      missing -= quantity
      before.set(lineNo, returned + quantity)
      return [{ lineNo, quantity, before: returned }]
    })
  })
}

const sumOf = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
