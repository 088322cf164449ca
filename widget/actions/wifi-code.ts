import { correction, generate, mode } from 'lean-qr'
import type { WifiWords, Words } from '../locales/words.ts'
import { createElement, openDialog, title } from './dialog.ts'
import type { Wifi } from './wifi-section.ts'

type Credentials = Pick<Wifi, 'network' | 'password'>

const SVG = 'http://www.w3.org/2000/svg'

/** Bytes that are UTF-8 in every part of the code. Several cameras read neither other character sets nor Kanji. */
const MODES = [mode.ascii, mode.utf8]

/** Modules around the code, in which nothing else may be. */
const QUIET_ZONE = 4

// Black on white in every colour scheme: not every camera reads light modules on a dark ground.
const styles = new CSSStyleSheet()
styles.replaceSync(`
  dialog.wifi-code svg { display: block; inline-size: 100%; max-inline-size: 18em; max-block-size: 55vh; margin: 1.25em auto 0; border-radius: 8px }
  dialog.wifi-code .network { margin-block-start: 0.75em; text-align: center; font-weight: 600; overflow-wrap: anywhere; white-space: pre-wrap }
`)

/** Shows the code that another device scans to connect. */
export function showCode(wifi: Credentials, { scan, code }: WifiWords, root: ShadowRoot, words: Words): void {
  if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(styles)
  const network = createElement('p', { class: 'network', translate: 'no' }, createElement('bdi', {}, wifi.network))
  openDialog(root, words, [title(scan), codeOf(wifi, code), network], undefined, 'wifi-code')
}

/** The code as a picture. `label` is its text for screen readers. */
export function codeOf(wifi: Credentials, label: string): SVGSVGElement {
  const code = generate(codeText(wifi), { minCorrectionLevel: correction.M, modes: MODES })
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const dark = rows.flatMap(y => rows.filter(x => code.get(x, y)).map(x => `M${x} ${y}h1v1h-1z`))
  const whole = code.size + 2 * QUIET_ZONE
  const origin = -QUIET_ZONE
  const svg = draw('svg', { viewBox: `${origin} ${origin} ${whole} ${whole}`, role: 'img', 'aria-label': label })
  svg.append(
    draw('rect', { x: origin, y: origin, width: whole, height: whole, fill: '#fff' }),
    draw('path', { d: dark.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }),
  )
  return svg
}

/** The text that cameras know as a Wi-Fi network. */
export function codeText({ network, password }: Credentials): string {
  const type = password ? `WPA;S:${escaped(network)};P:${escaped(password)}` : `nopass;S:${escaped(network)}`
  return `WIFI:T:${type};;`
}

const escaped = (text: string) => text.replace(/[\\;,":]/g, '\\$&')

function draw<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Record<string, string | number>) {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[Name]
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}
