import { contrast, mix, readableTone } from '../../schema/look/colour.ts'
import { DEFAULT_COLORS, textColorOn } from '../../schema/look/scheme-colors.ts'

/*
 * The colours of the element for browsers without `light-dark()` or relative colours. They are calculated here, from the same
 * custom properties.
 */

/** In place of declarations that such browsers do not read: colours, subgrids, and contents with a text for screen readers. */
const PLAIN = `
  .details span::before { content: '·' }
  .where::before { content: '· ' }
  @supports not (grid-template-columns: subgrid) {
    .contacts li, .contact { grid-template-columns: 9em minmax(0, 1fr); column-gap: 1em }
    .day, .day .list { display: block }
    .item { grid-template-columns: 5em minmax(0, 1fr) auto; column-gap: 1em }
  }
  .button, .add { border: 1px solid var(--edge-of-buttons) }
  .bone { background: var(--line) }
  .cancelled, .status:is([data-status=cancelled], [data-status=noshow]) { background: var(--wash); color: var(--text) }
`

const sheets = new WeakMap<ShadowRoot, CSSStyleSheet>()

/** Sets the colours of an element, as its page and its scheme are now. */
export function setColours(element: HTMLElement): void {
  const root = element.shadowRoot
  if (!root) return
  const sheet = sheets.get(root) ?? new CSSStyleSheet()
  if (!sheets.has(root)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  sheets.set(root, sheet)
  const probe = document.createElement('i')
  root.append(probe)
  const colourOf = (value: string) => {
    probe.style.color = ''
    probe.style.color = value
    return probe.style.color ? hexOf(getComputedStyle(probe).color) : undefined
  }
  const isDark =
    contrast(colourOf('Canvas') ?? '#ffffff', '#ffffff') > contrast(colourOf('Canvas') ?? '#ffffff', '#000000')
  const defaults = DEFAULT_COLORS[isDark ? 'dark' : 'light']
  const given = (name: string) => {
    const value = getComputedStyle(element).getPropertyValue(name)
    return colourOf(value.replace(LIGHT_DARK, (_, light, dark) => (isDark ? dark : light)).trim())
  }
  const surface = given('--innlet-surface') ?? defaults.surface
  const accent = given('--innlet-accent') ?? defaults.accent
  const text = given('--innlet-text') ?? textColorOn(surface)
  probe.remove()
  const wash = mix(accent, 0.09, surface)
  const ink = readableTone(accent, wash)
  const values = {
    accent,
    surface,
    text,
    muted: readableTone(mix(text, 0.7, surface), surface),
    ink,
    wash,
    'on-accent': contrast('#000000', accent) > contrast('#ffffff', accent) ? '#000000' : '#ffffff',
    line: mix(text, 0.14, surface),
    'edge-of-buttons': mix(ink, 0.45, surface),
  }
  const declarations = Object.entries(values).map(([name, value]) => `--${name}: ${value};`)
  sheet.replaceSync(`:host { color: ${text} } .sheet { ${declarations.join(' ')} } ${PLAIN}`)
}

/** The two colours of `light-dark()`, each with parentheses of its own. */
const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)/g

/** `#rrggbb` of a computed `rgb(1, 2, 3)`. */
function hexOf(computed: string): string | undefined {
  const channels = /^rgba?\((\d+), (\d+), (\d+)/.exec(computed)?.slice(1)
  return channels && `#${channels.map(each => Number(each).toString(16).padStart(2, '0')).join('')}`
}
