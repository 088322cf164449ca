import { READABLE } from './colour.ts'
import type { ContrastWarning } from './theme-settings.ts'

/** Says which colours guests could not read, each with a button that takes a tone that they could. */
export function showContrastWarnings(
  place: HTMLElement,
  doubts: ContrastWarning[],
  both: boolean,
  take: (doubt: ContrastWarning) => void,
): void {
  const told = doubts.map(doubt => wordsOf(doubt, both)).join()
  // The same words again are not said twice, and a button that has the focus keeps it.
  if (place.dataset.told === told) return
  place.dataset.told = told
  place.replaceChildren(...doubts.map(doubt => row(doubt, both, () => take(doubt))))
}

function row(doubt: ContrastWarning, both: boolean, take: () => void): HTMLElement {
  const item = document.createElement('li')
  const button = document.createElement('button')
  const swatch = document.createElement('span')
  swatch.className = 'swatch'
  swatch.style.backgroundColor = doubt.instead
  button.type = 'button'
  button.append(swatch, `Take ${doubt.instead} instead`)
  button.addEventListener('click', take)
  item.append(wordsOf(doubt, both), ' ', button)
  return item
}

function wordsOf({ scheme, which, ratio }: ContrastWarning, both: boolean): string {
  const where = both ? ` on ${scheme} devices` : ''
  const measured = `${floor(ratio)} to 1 where text needs ${READABLE} to 1.`
  return which === 'accent'
    ? `The accent is hard to read on this surface${where}: ${measured} Links will be in a readable tone of it, but not in older browsers.`
    : `On a surface like this${where} neither dark nor light text reads well: ${measured}`
}

/** Never says that there is enough where there is not. */
const floor = (ratio: number) => Math.floor(ratio * 10) / 10
