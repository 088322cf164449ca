import { html, nothing, type TemplateResult } from 'lit'
import { words } from '../words.ts'
import { type ChartState, PARK } from './chart-state.ts'
import type { Draft } from './draft.ts'
import { topOf } from './geometry.ts'
import { spanText } from './labels.ts'

const { chart: text } = words
const [WIDTH, HEIGHT, GAP] = [304, 190, 6]

/** What stands beside a draft: what it changes, what it costs, and what sends it. Beside a refusal: why. */
export function panel(chart: ChartState): TemplateResult | typeof nothing {
  const { refusal, draft } = chart
  const shown = draft ?? refusal?.draft
  if (!shown) return nothing
  return html`<div class=${draft ? 'beside' : 'beside bad'} role="group" aria-label=${titleOf(chart, shown)} @mousedown=${keepFocus} .style=${place(chart, shown)}>
    <p><strong>${titleOf(chart, shown)}</strong></p>
    ${draft ? content(chart, draft) : html`<p role="alert" class="refusal">${refusal?.text}</p>`}
    <div class="line">${draft ? buttons(chart, draft) : nothing}
      <button class="plain" @click=${() => back(chart)}>${draft ? text.putBack : words.close} <kbd>Esc</kbd></button>
    </div>
  </div>`
}

/** A press of the mouse leaves the focus on the grid. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const back = (chart: ChartState) => {
  chart.putBack()
  chart.grid?.focus()
}

const send = (chart: ChartState) => {
  chart.grid?.focus()
  chart.confirm()
}

function titleOf({ plan }: ChartState, draft: Draft): string {
  const room = words.roomOf(plan.rows[plan.indexOf(draft.roomId)]?.name ?? '')
  if (draft.kind === 'change') return `${draft.bar.guest} · ${draft.bar.number}`
  if (draft.kind === 'draw') return room
  return [room, `${text.closed}${draft.bar.reason ? `: ${draft.bar.reason}` : ''}`].join(' · ')
}

function content({ quote }: ChartState, draft: Draft) {
  if (draft.kind !== 'change') return html`<p>${spanText(draft)}</p>`
  const lines = quote?.lines ?? [text.pricing]
  return html`<div role="status">
    ${lines.map(line => html`<p>${line}</p>`)}
    ${quote?.refusal ? html`<p class="refusal">${quote.refusal}</p>` : nothing}
  </div>`
}

function buttons(chart: ChartState, draft: Draft) {
  const confirm = (label: string, isReady = true) =>
    html`<button ?disabled=${!isReady || chart.isBusy} @click=${() => send(chart)}>${
      chart.isBusy ? words.sending : label
    } <kbd>Enter</kbd></button>`
  if (draft.kind === 'change') return confirm(text.sendKey, chart.quote !== undefined)
  if (draft.kind === 'open') return confirm(text.openNights(words.nights(draft.to - draft.from)))
  return html`${confirm(text.newStay)}
    <button class="plain" @click=${() => chart.closeRoom()}>${text.closeRoom} <kbd>C</kbd></button>`
}

/** Below the nights, or above them if there is no room; always within what is seen. */
function place(chart: ChartState, { roomId, from }: Draft): string {
  const { scroller, measures, places, plan, headHeight } = chart
  const { scrollLeft = 0, scrollTop = 0, clientWidth = 0, clientHeight = 0 } = scroller ?? {}
  const width = Math.min(WIDTH, clientWidth - 2 * GAP)
  const wanted = measures.head + (from - chart.from + 0.5) * measures.day
  const left = Math.max(scrollLeft + GAP, Math.min(wanted, scrollLeft + clientWidth - width - GAP))
  const top = roomId === PARK ? 0 : headHeight + topOf(places, measures, plan.indexOf(roomId))
  const below = top + measures.row + GAP
  const isAbove = below + HEIGHT > scrollTop + clientHeight && top - HEIGHT > scrollTop + headHeight
  return `left:${left}px;width:${width}px;${isAbove ? `top:${top - GAP}px;transform:translateY(-100%)` : `top:${below}px`}`
}
