import { FIRST_NUMBER, statusName } from '../../../schema/wire/reservation-status'
import type { AccountSale, Sale, SaleRequest } from '../../../schema/wire/sale'
import { type Refusal, refuseAll } from '../../errors'
import type { Account, KnownLine, StoredAccountSale, StoredSale } from '../../store/inventory/columns'
import { BookingValidator, decidePayment, LINE_TOO_LARGE, MAX_LINE_TOTAL } from '../booking/parts'
import { fromMinor } from '../money'
import { endedUnused } from '../reservation/status'
import { fromThousandths, toThousandths } from './inventory'
import { type StockChange, sameStock, sumOfStocks } from './stock'

/** The stored data for a sale. */
export interface SaleData {
  currency: string
  timeZone: string
  account: Account | undefined
  /** One for each line of the request, in its order. */
  lines: KnownLine[]
}

/** Data that refuses nothing. A sale that is decided with it is refused by the database, if it must be. */
export const assumedSaleData = (
  settings: Pick<SaleData, 'currency' | 'timeZone'>,
  { items }: SaleRequest,
): SaleData => ({
  ...settings,
  account: undefined,
  lines: items.map(() => ({ itemNumber: '', price: 0, isActive: true, inHand: Infinity })),
})

/** Quantities in thousandths of a unit, prices in minor units. */
interface PlannedLine {
  inventoryId: number
  inventoryLocationId: number
  quantity: number
  /** Null: the price of the item. */
  unitPrice: number | null
}

/** A validated sale: what to write. Only the keys and CHECKs of the database can still refuse it. */
export interface SaleChange extends StockChange {
  lines: PlannedLine[]
  returnOf?: undefined
}

type SaleValidator = BookingValidator<SaleData>
type Conflict = { code: 'INSUFFICIENT_STOCK' | 'NOT_FOR_SALE' | 'INVALID_TRANSITION'; description: string }

/** Turns a sale request and the stored data into a change, or a refusal with all issues. */
export function decideSale(
  { items, reservationID, paymentDetails }: SaleRequest,
  stored: SaleData,
): SaleChange | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | Conflict['code']> {
  const validator: SaleValidator = new BookingValidator(stored)
  const { account } = stored
  if (reservationID !== undefined && !account) validator.unknown(reservationID, 'reservationID', 'reservation')
  const lines = items.map((line, i) => planLine(validator, line, stored.lines[i] as KnownLine, `items[${i}]`))
  const payment = decidePayment(validator, paymentDetails)
  const taken = sumOfStocks(lines)
  const refused =
    refuseAll(validator.issues) ??
    refuseAll([...accountConflicts(account), ...lineConflicts(lines, stored.lines, taken)])
  if (refused) return refused
  return {
    lines,
    taken,
    account: account?.reservationId,
    payment: account?.hasPayment ? undefined : payment,
  }
}

function planLine(
  validator: SaleValidator,
  line: SaleRequest['items'][number],
  known: KnownLine,
  path: string,
): PlannedLine {
  const { inventoryId, inventoryLocationId } = line
  if (known.itemNumber === null) validator.unknown(inventoryId, `${path}.inventoryId`, 'item')
  if (known.isActive === null) {
    validator.unknown(inventoryLocationId, `${path}.inventoryLocationId`, 'inventory location')
  }
  const quantity = toThousandths(line.quantity)
  if (quantity === undefined) validator.invalid(`${path}.quantity`, 'expected at most 3 decimals')
  const unitPrice = line.unitPrice === undefined ? null : validator.money(line.unitPrice, `${path}.unitPrice`)
  const amount = amountOf(unitPrice ?? known.price ?? 0, quantity ?? 0)
  if (amount > MAX_LINE_TOTAL) validator.invalid(path, LINE_TOO_LARGE)
  return { inventoryId, inventoryLocationId, quantity: quantity ?? 0, unitPrice }
}

/** Price times thousandths of a unit, rounded half up to a minor unit. The product may exceed the safe integers. */
const amountOf = (unitPrice: number, thousandths: number): number =>
  Number((BigInt(unitPrice) * BigInt(thousandths) + 500n) / 1000n)

/** Nobody stays, so that nobody can be charged. A guest who has checked out may still have something from the bar. */
function accountConflicts(account: Account | undefined): Conflict[] {
  if (!account || !endedUnused(account.statusId)) return []
  const status = statusName(account.statusId)
  const description = `reservationID: a reservation that is ${status} takes only notes, payments and returns`
  return [{ code: 'INVALID_TRANSITION', description }]
}

function lineConflicts(
  lines: readonly PlannedLine[],
  known: readonly KnownLine[],
  taken: SaleChange['taken'],
): Conflict[] {
  return lines.flatMap((line, i): Conflict[] => {
    const { itemNumber, isActive, inHand } = known[i] as KnownLine
    const { inventoryId, inventoryLocationId } = line
    if (!isActive) {
      const description = `items[${i}].inventoryLocationId: location ${inventoryLocationId} is not active`
      return [{ code: 'NOT_FOR_SALE', description }]
    }
    const isFirst = lines.findIndex(other => sameStock(other, line)) === i
    const total = taken.find(other => sameStock(other, line))?.quantity ?? 0
    if (!isFirst || total <= inHand) return []
    const description =
      `items[${i}].quantity: item ${inventoryId} (${itemNumber}) has ${fromThousandths(inHand)} in hand ` +
      `at location ${inventoryLocationId}, not ${fromThousandths(total)}`
    return [{ code: 'INSUFFICIENT_STOCK', description }]
  })
}

/** The sale of a response. A repetition gets the same. */
export function assembleSale({ saleId, total, lines }: Omit<StoredSale, 'bodyHash'>, currency: string): Sale {
  return {
    saleId,
    saleNumber: String(FIRST_NUMBER + saleId),
    total: fromMinor(total, currency),
    currency,
    items: lines.map(({ inventoryId, inventoryLocationId, quantity, unitPrice, amount, quantityLeft }) => ({
      inventoryId,
      inventoryLocationId,
      quantity: fromThousandths(quantity),
      unitPrice: fromMinor(unitPrice, currency),
      amount: fromMinor(amount, currency),
      quantityInHand: fromThousandths(quantityLeft),
    })),
  }
}

/** A sale in the list of an account. */
export const assembleAccountSale = (stored: StoredAccountSale): AccountSale => ({
  ...assembleSale(stored, stored.currency),
  saleDate: stored.saleDate,
  reservationID: stored.reservationId as number,
  returnOf: stored.returnOf,
})
