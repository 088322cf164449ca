import { html, nothing } from 'lit'
import { collect } from '../../client/pages.ts'
import type { InventoryItem } from '../../client/types.ts'
import type { Act } from '../act.ts'
import { money } from '../format.ts'
import { words } from '../words.ts'
import { numberIn, type Subject, textIn } from './booking-acts.ts'
import { field, options } from './fields.ts'

/** More items than these are narrowed by typing. */
const MOST_ITEMS = 30

/** Sells from stock on the account of the booking. */
export async function chargeAct(subject: Subject): Promise<Act> {
  const { desk, reservation } = subject
  const items = (await collect(desk.innlet.inventory.items({ pageSize: 200 }))).filter(
    ({ quantityInHand }) => quantityInHand > 0,
  )
  const keyOf = (item: InventoryItem) => `${item.inventoryId}-${item.inventoryLocationId}`
  const found = (form: FormData | undefined) => {
    const sought = textIn(form, 'search').toLowerCase()
    const textOf = ({ description, size, color, itemNumber }: InventoryItem) =>
      `${itemNumber} ${description} ${size} ${color}`.toLowerCase()
    return items.filter(item => sought.split(' ').every(word => textOf(item).includes(word))).slice(0, MOST_ITEMS)
  }
  const chosen = (form: FormData | undefined) => found(form).find(item => keyOf(item) === textIn(form, 'item'))
  return subject.act({
    title: words.charge,
    fields: form => html`
      ${field('search', words.searchItem, { type: 'search' })}
      ${
        found(form).length
          ? options(
              'item',
              words.item,
              found(form).map(item => ({
                value: keyOf(item),
                text: [item.description, item.size, item.color].filter(Boolean).join(' · '),
                also: `${item.inventoryLocationName} · ${item.quantityInHand} · ${money(item.price, reservation.currency)}`,
              })),
            )
          : html`<p class="quiet">${words.nothingFound}</p>`
      }
      ${field('quantity', words.quantity, { type: 'number', value: 1, min: 0.001, step: 'any', required: true })}
    `,
    button: form => {
      const [item, quantity] = [chosen(form), numberIn(form, 'quantity')]
      return item && quantity ? words.chargeOf(money(item.price * quantity, reservation.currency)) : undefined
    },
    send: async (form, key) => {
      const item = chosen(form)
      if (!item) return
      const { inventoryId, inventoryLocationId } = item
      const quantity = numberIn(form, 'quantity') ?? 1
      const body = { reservationID: reservation.reservationId, items: [{ inventoryId, inventoryLocationId, quantity }] }
      await desk.innlet.sale.post(body, { idempotencyKey: key(body) })
      await desk.look()
    },
  })
}

/** Records a payment, at first of the whole balance. Below zero it is a refund. */
export function paymentAct(subject: Subject): Act {
  const { balance, currency } = subject.reservation
  return subject.act({
    title: words.payment,
    fields: () => html`
      <div class="pair">
        ${field('amount', words.amountIn(currency), { type: 'number', value: balance || '', step: 'any', required: true })}
        ${field('source', words.paidBy, { value: words.sources[0], list: 'sources', maxlength: 100 })}
      </div>
      <datalist id="sources">${words.sources.map(source => html`<option value=${source}></option>`)}</datalist>
      ${balance < 0 ? html`<p class="quiet">${words.owedToGuest}</p>` : nothing}
    `,
    button: form => {
      const amount = numberIn(form, 'amount')
      return amount ? words.recordOf(money(amount, currency)) : undefined
    },
    send: (form, key) => {
      const paymentDetails = { paymentAmount: numberIn(form, 'amount'), paymentSource: textIn(form, 'source') }
      return subject.change({ paymentDetails }, key)
    },
  })
}
