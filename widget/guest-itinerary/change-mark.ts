import type { Change } from './changes.ts'
import { html, nothing } from './template.ts'
import type { Language } from './translator.ts'

/** Says that something is new or other than at the last look. */
export const changeMark = (change: Change | undefined, { words }: Language) =>
  change ? html` <span class="mark change" part="change">${words[change]}</span>` : nothing
