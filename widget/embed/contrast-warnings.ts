import { html } from 'lit'
import { MIN_CONTRAST } from '../../schema/look/colour.ts'
import { shownRatio } from '../../schema/look/scheme-colors.ts'
import type { ContrastWarning } from './theme-settings.ts'

/**
 * The colours that guests could not read, each with a button that applies a readable tone. The colour of the swatch is set as a
 * property, because the page's policy allows no style attributes.
 */
export const contrastWarningItems = (
  warnings: ContrastWarning[],
  bothSchemes: boolean,
  apply: (warning: ContrastWarning) => void,
) =>
  warnings.map(
    warning =>
      html`<li>${messageOf(warning, bothSchemes)} <button type="button" @click=${() => apply(warning)}>
        <span class="swatch" .style=${`background-color: ${warning.suggestion}`}></span>Take ${warning.suggestion} instead</button></li>`,
  )

function messageOf({ scheme, color, ratio }: ContrastWarning, bothSchemes: boolean): string {
  const where = bothSchemes ? ` when it is ${scheme}` : ''
  const measured = `${shownRatio(ratio)} to 1 where text needs ${MIN_CONTRAST} to 1.`
  return color === 'accent'
    ? `The accent is hard to read on this surface${where}: ${measured} Links will be in a readable tone of it, but not in older browsers.`
    : `On a surface like this${where} neither dark nor light text reads well: ${measured}`
}
