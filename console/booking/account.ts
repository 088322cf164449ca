import { html, nothing } from 'lit'
import type { AccountSale, Reservation } from '../../client/types.ts'
import { day, money } from '../format.ts'
import { words } from '../words.ts'

/** The account of a booking: what it costs, what was sold, what was paid, and what is left. */
export function accountOf(reservation: Reservation, sales: readonly AccountSale[]) {
  const { total, cancellationFee, payments, balance, currency } = reservation
  const row = (text: unknown, amount: number, className = '') => html`<p class="row ${className}">
    <span>${text}</span><span class="amount">${money(amount, currency)}</span>
  </p>`
  return html`<section class="card" aria-label=${words.account}>
    <h2>${words.account}</h2>
    ${row(words.total, total)} ${cancellationFee ? row(words.fee, cancellationFee) : nothing}
    ${sales.map(({ saleNumber, saleDate, returnOf, total: amount }) =>
      row(
        html`${returnOf ? words.returned : words.sale} <span class="quiet">${saleNumber} · ${day(saleDate)}</span>`,
        amount,
      ),
    )}
    ${payments.map(({ paymentAmount, paymentSource }) => row(words.paidWith(paymentSource), -paymentAmount))}
    ${row(words.balance, balance, 'sum')}
  </section>`
}
