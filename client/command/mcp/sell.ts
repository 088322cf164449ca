import * as z from 'zod'
import { localError } from '../../errors.ts'
import * as inputs from './inputs.ts'
import { nameOf, refuseUnused, reservationOf, summaryOf } from './reservations.ts'
import { writingTool } from './tool.ts'

export const sell = writingTool({
  name: 'sell',
  description: 'Sells items from stock, on the account of a reservation or without one.',
  permission: 'inventory:write',
  isDestructive: false,
  input: z.strictObject({
    items: z
      .array(
        z.strictObject({
          inventoryId: z.int().min(1),
          inventoryLocationId: z.int().min(1),
          quantity: z
            .number()
            .min(0.001)
            .max(1_000_000)
            .multipleOf(0.001)
            .describe('Units, with up to three decimals.'),
        }),
      )
      .min(1)
      .max(50),
    reservationId: inputs.reservationId.optional().describe('The reservation that is charged.'),
  }),
  prepare: async (innlet, { items, reservationId: reservationID }, identity) => {
    const reservation = reservationID === undefined ? undefined : await reservationOf(innlet, reservationID)
    if (reservation) refuseUnused(reservation)
    const lines = await Promise.all(
      items.map(async ({ inventoryId, inventoryLocationId, quantity }) => {
        for await (const item of innlet.inventory.items({ inventoryId, inventoryLocationID: inventoryLocationId })) {
          const { itemNumber, description, price: unitPrice, quantityInHand } = item
          return { inventoryId, inventoryLocationId, itemNumber, description, quantity, unitPrice, quantityInHand }
        }
        throw localError('NOT_FOUND', `items: location ${inventoryLocationId} has no item ${inventoryId}`)
      }),
    )
    refuseMissingStock(lines)
    const names = lines.map(
      ({ quantity, itemNumber, description, unitPrice }) =>
        `${quantity} x ${JSON.stringify(`${itemNumber} ${description}`.trim())} at ${unitPrice}`,
    )
    const currency = reservation?.currency ?? "in the hotel's currency"
    const total = sumOf(lines.map(({ quantity, unitPrice }) => quantity * unitPrice))
    const date = new Date().toISOString().slice(0, 10)
    return {
      text: `Sell ${names.join(', ')} for ${total} ${currency}${reservation ? `, on the account of ${nameOf(reservation)}` : ''}.`,
      data: { items: lines, total, date, reservation: reservation ? summaryOf(reservation) : null },
      // Other sales may change what is in hand.
      state: [names, total, reservation && summaryOf(reservation)],
      write: async () => {
        const priced = lines.map(({ inventoryId, inventoryLocationId, quantity, unitPrice }) => ({
          inventoryId,
          inventoryLocationId,
          quantity,
          unitPrice,
        }))
        const sale = await innlet.sale.post({ identity, reservationID, items: priced })
        return { text: `Sold: sale ${sale.saleNumber}, ${sale.total} ${sale.currency}.`, data: { ...sale } }
      },
    }
  },
})

interface Line {
  inventoryId: number
  inventoryLocationId: number
  quantity: number
  quantityInHand: number
}

function refuseMissingStock(lines: readonly Line[]): void {
  for (const { inventoryId, inventoryLocationId, quantityInHand } of lines) {
    const ofStock = lines.filter(
      other => other.inventoryId === inventoryId && other.inventoryLocationId === inventoryLocationId,
    )
    const quantity = sumOf(ofStock.map(line => line.quantity))
    if (quantity > quantityInHand)
      throw localError(
        'INSUFFICIENT_STOCK',
        `items: item ${inventoryId} has ${quantityInHand} in hand at location ${inventoryLocationId}, not ${quantity}`,
      )
  }
}

/** The sum, with at most three decimals. */
const sumOf = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, each) => sum + each, 0) * 1000) / 1000
