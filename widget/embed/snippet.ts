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

/** The lines for a hotel's page: script, style and tag. */
export function snippetOf(settings: ThemeSettings, origin: string, pinned?: PinnedScript): string {
  const properties = propertiesOf(settings).map(([name, value]) => `    ${name}: ${value};\n`)
  const style = properties.length ? `<style>\n  guest-itinerary {\n${properties.join('')}  }\n</style>\n` : ''
  const attributes = attributesOf(settings).map(([name, value]) => ` ${name}="${value}"`)
  return `${scriptOf(origin, pinned)}\n${style}<guest-itinerary${attributes.join('')}></guest-itinerary>`
}

const scriptOf = (origin: string, pinned?: PinnedScript) =>
  pinned
    ? `<script type="module" src="${origin}${pinned.script}"\n  integrity="${pinned.integrity}" crossorigin></script>`
    : `<script type="module" src="${origin}/widget/guest-itinerary.js"></script>`
