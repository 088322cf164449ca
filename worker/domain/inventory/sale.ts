import { FIRST_NUMBER } from '../../../schema/wire/reservation-status'
import type { Sale, SaleRequest } from '../../../schema/wire/sale'
import { type Refusal, refuseAll } from '../../errors'
import { BookingValidator, LINE_TOO_LARGE, MAX_LINE_TOTAL, planPayment } from '../booking/parts'
import type { PlannedPayment } from '../booking/state'
import { fromMinor } from '../money'
import { isFinal, statusName } from '../reservation/status'
import { fromThousandths, toThousandths } from './inventory'

/** What the books know of a line's item, location and stock. */
export interface KnownLine {
  /** `null`: there is no such item. */
  itemNumber: string | null
  /** The item's price in minor units. */
  price: number | null
  /** `null`: there is no such location. */
  isActive: boolean | null
  /** Thousandths of a unit; 0 where the location does not keep the item. */
  inHand: number
}

/** The reservation on whose account a sale goes. */
export interface Account {
  reservationId: number
  statusId: number
  /** Whether the payment that the request carries is recorded already. */
  hasPayment: boolean
}

/** What a sale is judged by. */
export interface SaleData {
  currency: string
  timeZone: string
  account: Account | undefined
  /** As many as the request has, in its order. */
  lines: KnownLine[]
}

/** Quantities in thousandths of a unit, amounts in minor units. */
export interface PlannedLine {
  inventoryId: number
  inventoryLocationId: number
  quantity: number
  unitPrice: number
  amount: number
}

/** A sale, decided: what to write, and nothing left to judge but what the database's keys and checks referee. */
export interface SalePlan {
  lines: PlannedLine[]
  /** What goes from each item's stock at each location: lines of the same are one. */
  taken: { inventoryId: number; inventoryLocationId: number; quantity: number }[]
  total: number
  account: number | undefined
  payment: PlannedPayment | undefined
}

type SaleValidator = BookingValidator<SaleData>
type Conflict = { code: 'INSUFFICIENT_STOCK' | 'NOT_FOR_SALE' | 'INVALID_TRANSITION'; description: string }

/** A sale request and the books as they stand become a plan, or a refusal with every fault. */
export function planSale(
  { items, reservationID, paymentDetails }: SaleRequest,
  books: SaleData,
): SalePlan | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | Conflict['code']> {
  const validator: SaleValidator = new BookingValidator(books)
  const { account } = books
  validator.requireKnown(isSameLine(account ?? null), reservationID, 'reservationID', 'reservation')
  const lines = items.map((line, i) => planLine(validator, line, books.lines[i] as KnownLine, `items[${i}]`))
  const payment = planPayment(validator, paymentDetails)
  const refused =
    refuseAll(validator.issues) ?? refuseAll([...accountConflicts(account), ...lineConflicts(lines, books.lines)])
  if (refused) return refused
  return {
    lines,
    taken: takenBy(lines),
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
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
  validator.requireKnown(isSameLine(known.itemNumber), inventoryId, `${path}.inventoryId`, 'item')
  validator.requireKnown(
    isSameLine(known.isActive),
    inventoryLocationId,
    `${path}.inventoryLocationId`,
    'inventory location',
  )
  const quantity = toThousandths(line.quantity)
  if (quantity === undefined) validator.invalid(`${path}.quantity`, 'expected at most 3 decimals')
  const unitPrice =
    line.unitPrice === undefined ? (known.price ?? 0) : validator.money(line.unitPrice, `${path}.unitPrice`)
  const amount = amountOf(unitPrice, quantity ?? 0)
  if (amount > MAX_LINE_TOTAL) validator.invalid(path, LINE_TOO_LARGE)
  return { inventoryId, inventoryLocationId, quantity: quantity ?? 0, unitPrice, amount }
}

/** The ids of what a line names: its own, if that is there. */
const isSameLine = (there: unknown) => ({ has: () => there !== null })

/** Price times thousandths of a unit, to the whole minor unit, halves up. The product may be larger than a number is exact. */
const amountOf = (unitPrice: number, thousandths: number): number =>
  Number((BigInt(unitPrice) * BigInt(thousandths) + 500n) / 1000n)

/** A final reservation's bill is closed: it takes payments, and nothing that would have to be paid. */
function accountConflicts(account: Account | undefined): Conflict[] {
  if (!account || !isFinal(account.statusId)) return []
  const status = statusName(account.statusId)
  const description = `reservationID: a reservation that is ${status} takes only notes and payments`
  return [{ code: 'INVALID_TRANSITION', description }]
}

function lineConflicts(lines: readonly PlannedLine[], known: readonly KnownLine[]): Conflict[] {
  const wanted = takenBy(lines)
  return lines.flatMap((line, i): Conflict[] => {
    const { itemNumber, isActive, inHand } = known[i] as KnownLine
    const { inventoryId, inventoryLocationId } = line
    if (!isActive) {
      const description = `items[${i}].inventoryLocationId: location ${inventoryLocationId} is not active`
      return [{ code: 'NOT_FOR_SALE', description }]
    }
    const isFirst = lines.findIndex(other => sameStock(other, line)) === i
    const inAll = wanted.find(other => sameStock(other, line))?.quantity ?? 0
    if (!isFirst || inAll <= inHand) return []
    const description =
      `items[${i}].quantity: item ${inventoryId} (${itemNumber}) has ${fromThousandths(inHand)} in hand ` +
      `at location ${inventoryLocationId}, not ${fromThousandths(inAll)}`
    return [{ code: 'INSUFFICIENT_STOCK', description }]
  })
}

type StockKey = Pick<PlannedLine, 'inventoryId' | 'inventoryLocationId'>

const sameStock = (one: StockKey, other: StockKey) =>
  one.inventoryId === other.inventoryId && one.inventoryLocationId === other.inventoryLocationId

function takenBy(lines: readonly PlannedLine[]): SalePlan['taken'] {
  const taken = new Map<string, SalePlan['taken'][number]>()
  for (const { inventoryId, inventoryLocationId, quantity } of lines) {
    const key = `${inventoryId}@${inventoryLocationId}`
    const before = taken.get(key)?.quantity ?? 0
    taken.set(key, { inventoryId, inventoryLocationId, quantity: before + quantity })
  }
  return [...taken.values()]
}

/** A sale as it stands in the books. */
export interface StoredSale {
  saleId: number
  bodyHash: string
  total: number
  lines: (PlannedLine & { quantityLeft: number })[]
}

/** A sale as it travels: the first time and every time after. */
export function assembleSale({ saleId, total, lines }: StoredSale, currency: string): Sale {
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
