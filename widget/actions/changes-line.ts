import type { html } from 'lit'
import type { Changes } from '../guest-itinerary/changes.ts'
import type { Translator } from '../guest-itinerary/translator.ts'

/** Buttons that are visible if there are more than four. The others are folded. */
const VISIBLE_BUTTONS = 3

/**
 * How much is new or changed since the last visit, and a button for each entry that jumps to it. `write` is Lit's `html`, because this
 * file must not import the script that loads it.
 */
export function changesLine(changes: Changes, translator: Translator, jump: (id: string) => void, write: typeof html) {
  const { count, number, words } = translator
  if (!changes.size) return undefined
  const buttons = [...changes.values()].map(
    ({ id, name }) =>
      write`<button class="button" part="button" type="button" @click=${() => jump(id)}><bdi>${name(translator)}</bdi></button> `,
  )
  const others = buttons.splice(buttons.length > 4 ? VISIBLE_BUTTONS : 4)
  const folded = write`<details><summary class="button">+${number(others.length)}</summary>${others}</details>`
  return write`<div class="changes" part="changes" role="group" aria-labelledby="changes"><p id="changes">${count(words.changes, changes.size)}</p>${buttons}${others.length ? folded : undefined}</div>`
}
