import { html } from 'lit'
import { dialed, grouped } from './grouped.ts'

/** A link that calls a number. */
export const phoneLink = (phone: string, label: string) =>
  html`<a class="phone" href=${`tel:${dialed(phone)}`}>${label} <bdi dir="ltr" translate="no">${grouped(phone)}</bdi></a>`
