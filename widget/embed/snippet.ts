import type { Latest } from './latest.ts'
import { attributesOf, propertiesOf, type ThemeSettings } from './theme-settings.ts'

/** What a hotel puts on its page: script, style and tag. With `pinned`, the script that never changes. */
export function snippetOf(choice: ThemeSettings, origin: string, pinned?: Latest): string {
  const properties = propertiesOf(choice).map(([name, value]) => `    ${name}: ${value};\n`)
  const style = properties.length ? `<style>\n  guest-itinerary {\n${properties.join('')}  }\n</style>\n` : ''
  const attributes = attributesOf(choice).map(([name, value]) => ` ${name}="${value}"`)
  return `${scriptOf(origin, pinned)}\n${style}<guest-itinerary${attributes.join('')}></guest-itinerary>`
}

const scriptOf = (origin: string, pinned?: Latest) =>
  pinned
    ? `<script type="module" src="${origin}${pinned.script}"\n  integrity="${pinned.integrity}" crossorigin></script>`
    : `<script type="module" src="${origin}/widget/guest-itinerary.js"></script>`
