import { attributesOf, propertiesOf, type ThemeSettings } from './theme-settings.ts'

/** `/widget/latest.json`: the newest script under an address whose content never changes. */
export interface PinnedScript {
  /** its path on the site: `/widget/guest-itinerary.1f0c….js` */
  script: string
  /** for the attribute `integrity`: `sha384-…` */
  integrity: string
  /** the package's version */
  version: string
}

/**
 * What plugins for speed and consent read, so that they do not hold the script back: Cloudflare, LiteSpeed Cache, Autoptimize,
 * Jetpack Boost, WP Fastest Cache, Cookiebot, WP Rocket. Cloudflare reads only what is before `src`.
 */
export const MARKS =
  'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-jetpack-boost="ignore" data-wpfc-render="false" data-cookieconsent="ignore" nowprocket'

/** The lines for every site: a div, and a script that needs neither modules nor custom elements. */
export function scriptLines(settings: ThemeSettings, origin: string): string {
  const ofDiv = [
    ...attributesOf(settings),
    ...propertiesOf(settings)
      .filter(([name]) => name !== '--innlet-text')
      .map(([name, value]): [string, string] => [name.replace('--innlet-', ''), value]),
  ]
  const attributes = ofDiv.map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  return `<div class="innlet-stay"${attributes.join('')}></div>\n<script ${MARKS} src="${origin}/widget/embed.js"></script>`
}

/** The address of the service as the setting of the WordPress plugin has it, with the customer. */
export const addressFor = ({ customer }: ThemeSettings, origin: string): string =>
  customer ? `${origin}?customer=${customer}` : origin

/** The block of the WordPress plugin, as its editor stores it and takes it from the clipboard. The plugin's setting has the customer. */
export function blockOf(settings: ThemeSettings): string {
  const properties = Object.fromEntries(propertiesOf(settings))
  const attributes = {
    ...Object.fromEntries(attributesOf({ ...settings, customer: '' })),
    ...(properties['--innlet-accent'] && { accent: properties['--innlet-accent'] }),
    ...(properties['--innlet-surface'] && { surface: properties['--innlet-surface'] }),
    ...(properties['--innlet-radius'] && { radius: settings.radius }),
  }
  return Object.keys(attributes).length
    ? `<!-- wp:innlet/stay ${inComment(attributes)} /-->`
    : '<!-- wp:innlet/stay /-->'
}

/** JSON without what would end a comment or an attribute, as WordPress writes it. */
const inComment = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('\\"', '\\u0022')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')

/** The lines for a developer: script, style and tag. */
export function snippetOf(settings: ThemeSettings, origin: string, pinned?: PinnedScript): string {
  const properties = propertiesOf(settings).map(([name, value]) => `    ${name}: ${value};\n`)
  const style = properties.length ? `<style>\n  guest-itinerary {\n${properties.join('')}  }\n</style>\n` : ''
  const attributes = attributesOf(settings).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `${scriptOf(origin, pinned)}\n${style}<guest-itinerary${attributes.join('')}></guest-itinerary>`
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const scriptOf = (origin: string, pinned?: PinnedScript) =>
  pinned
    ? `<script type="module" src="${origin}${pinned.script}"\n  integrity="${pinned.integrity}" crossorigin></script>`
    : `<script type="module" src="${origin}/widget/guest-itinerary.js"></script>`
