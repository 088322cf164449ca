import { correction, generate } from 'lean-qr'

const SVG = 'http://www.w3.org/2000/svg'

/** Modules around the code, in which nothing else may be. */
const QUIET_ZONE = 4

/** A text as a picture that cameras read: black on white in every colour scheme. `label` is its text for screen readers. */
export function codeOf(text: string, label: string): SVGSVGElement {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const dark = rows.flatMap(y => rows.filter(x => code.get(x, y)).map(x => `M${x} ${y}h1v1h-1z`))
  const whole = code.size + 2 * QUIET_ZONE
  const svg = draw('svg', {
    viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`,
    role: 'img',
    'aria-label': label,
  })
  svg.append(
    draw('rect', { x: -QUIET_ZONE, y: -QUIET_ZONE, width: whole, height: whole, fill: '#fff' }),
    draw('path', { d: dark.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }),
  )
  return svg
}

function draw<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Record<string, string | number>) {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[Name]
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}
