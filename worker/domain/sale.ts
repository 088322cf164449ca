import type { Sale, SaleRequest } from '../../schema/wire/sale'
import { type Refusal, refuseAll } from '../errors'
import { Judge, LARGEST_LINE, LINE_TOO_LARGE, planPayment } from './booking-parts'
import type { PlannedPayment } from './booking-state'
import { fromThousandths, toThousandths } from './inventory'
import { isFinal, statusName } from './lifecycle'
import { fromMinor } from './money'

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
export interface SaleBooks {
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

type SaleJudge = Judge<SaleBooks>
type Conflict = { code: 'INSUFFICIENT_STOCK' | 'NOT_FOR_SALE' | 'INVALID_TRANSITION'; description: string }

/** A sale request and the books as they stand become a plan, or a refusal with every fault. */
export function planSale(
  { items, reservationID, paymentDetails }: SaleRequest,
  books: SaleBooks,
): SalePlan | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE' | Conflict['code']> {
  const judge: SaleJudge = new Judge(books)
  const { account } = books
  judge.known(thatIs(account ?? null), reservationID, 'reservationID', 'reservation')
  const lines = items.map((line, i) => planLine(judge, line, books.lines[i] as KnownLine, `items[${i}]`))
  const payment = planPayment(judge, paymentDetails)
  const refused =
    refuseAll(judge.faults) ?? refuseAll([...accountConflicts(account), ...lineConflicts(lines, books.lines)])
  if (refused) return refused
  return {
    lines,
    taken: takenBy(lines),
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    account: account?.reservationId,
    payment: account?.hasPayment ? undefined : payment,
  }
}

function planLine(judge: SaleJudge, line: SaleRequest['items'][number], known: KnownLine, path: string): PlannedLine {
  const { inventoryId, inventoryLocationId } = line
  judge.known(thatIs(known.itemNumber), inventoryId, `${path}.inventoryId`, 'item')
  judge.known(thatIs(known.isActive), inventoryLocationId, `${path}.inventoryLocationId`, 'inventory location')
  const quantity = toThousandths(line.quantity)
  if (quantity === undefined) judge.invalid(`${path}.quantity`, 'expected at most 3 decimals')
  const unitPrice = line.unitPrice === undefined ? (known.price ?? 0) : judge.money(line.unitPrice, `${path}.unitPrice`)
  const amount = amountOf(unitPrice, quantity ?? 0)
  if (amount > LARGEST_LINE) judge.invalid(path, LINE_TOO_LARGE)
  return { inventoryId, inventoryLocationId, quantity: quantity ?? 0, unitPrice, amount }
}

/** The ids of what a line names: its own, if that is there. */
const thatIs = (there: unknown) => ({ has: () => there !== null })

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

type OfStock = Pick<PlannedLine, 'inventoryId' | 'inventoryLocationId'>

const sameStock = (one: OfStock, other: OfStock) =>
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
export interface KeptSale {
  saleId: number
  bodyHash: string
  total: number
  lines: (PlannedLine & { quantityLeft: number })[]
}

/** Sale numbers have eight digits from the first one on. */
const FIRST_NUMBER = 10_000_000

/** A sale as it travels: the first time and every time after. */
export function assembleSale({ saleId, total, lines }: KeptSale, currency: string): Sale {
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
