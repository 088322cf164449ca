import { MIN_CONTRAST } from './colour.ts'
import type { ContrastWarning } from './theme-settings.ts'

/** Lists the colours that guests could not read, each with a button that applies a readable tone. */
export function showContrastWarnings(
  list: HTMLElement,
  warnings: ContrastWarning[],
  bothSchemes: boolean,
  apply: (warning: ContrastWarning) => void,
): void {
  const messages = warnings.map(warning => messageOf(warning, bothSchemes)).join()
  // The same messages are not announced again, and a focused button keeps the focus.
  if (list.dataset.messages === messages) return
  list.dataset.messages = messages
  list.replaceChildren(...warnings.map(warning => row(warning, bothSchemes, () => apply(warning))))
}

function row(warning: ContrastWarning, bothSchemes: boolean, apply: () => void): HTMLElement {
  const item = document.createElement('li')
  const button = document.createElement('button')
  const swatch = document.createElement('span')
  swatch.className = 'swatch'
  swatch.style.backgroundColor = warning.suggestion
  button.type = 'button'
  button.append(swatch, `Take ${warning.suggestion} instead`)
  button.addEventListener('click', apply)
  item.append(messageOf(warning, bothSchemes), ' ', button)
  return item
}

function messageOf({ scheme, color, ratio }: ContrastWarning, bothSchemes: boolean): string {
  const where = bothSchemes ? ` on ${scheme} devices` : ''
  const measured = `${floor(ratio)} to 1 where text needs ${MIN_CONTRAST} to 1.`
  return color === 'accent'
    ? `The accent is hard to read on this surface${where}: ${measured} Links will be in a readable tone of it, but not in older browsers.`
    : `On a surface like this${where} neither dark nor light text reads well: ${measured}`
}

/** Rounds down, so that a contrast of 4.49 does not read as the required 4.5. */
const floor = (ratio: number) => Math.floor(ratio * 10) / 10
