import { mix } from '../../schema/look/colour.ts'
import {
  colorsOf,
  DEFAULT_COLORS,
  type Scheme,
  type SchemeColors,
  TEXT_COLORS,
  textColorOn,
} from '../../schema/look/scheme-colors.ts'
import type { HotelLook, LookFont } from '../../schema/wire/look.ts'
import { FIGTREE, type FontFiles, FRAUNCES, type PageFonts } from './fonts.ts'

/** How the page of a stay looks, from the look of its hotel. Without one it is that of this service. */
export interface PageLook {
  /** The schemes of the page, each with the colour of what surrounds the stay. */
  surroundings: [Scheme, string][]
  /** CSS rules, in addition to those of every page. Empty without a look. */
  rules: string
  fonts: PageFonts
}

/** What surrounds a stay with the default surface. */
const SURROUNDINGS: Record<Scheme, string> = { light: '#f3efe8', dark: '#0d1011' }

const FONTS: Record<LookFont, { family: string; weight: number; files?: FontFiles }> = {
  figtree: { family: 'Figtree, system-ui, sans-serif', weight: 500, files: FIGTREE },
  fraunces: { family: 'Fraunces, ui-serif, Georgia, serif', weight: 400, files: FRAUNCES },
  'system-sans': { family: 'system-ui, sans-serif', weight: 500 },
  'system-serif': { family: 'ui-serif, Georgia, "Times New Roman", serif', weight: 500 },
  'system-rounded': {
    family: 'ui-rounded, "SF Pro Rounded", "Arial Rounded MT Bold", system-ui, sans-serif',
    weight: 500,
  },
}

export function pageLook(look: HotelLook | null): PageLook {
  const { font = 'figtree', headingFont = 'fraunces' } = look ?? {}
  const schemes = colorsOf(look ?? {})
  const surroundings = schemes.map(([scheme, colors]): [Scheme, string] => [scheme, around(scheme, colors)])
  return {
    surroundings,
    rules: look ? rulesOf(look, schemes, surroundings) : '',
    fonts: { text: FONTS[font].files, heading: FONTS[headingFont].files },
  }
}

/** The colour around the stay: nearer to the text if the surface is light, and darker if it is dark. */
function around(scheme: Scheme, { surface }: SchemeColors): string {
  if (surface === DEFAULT_COLORS[scheme].surface) return SURROUNDINGS[scheme]
  return textColorOn(surface) === TEXT_COLORS.light
    ? mix(surface, 0.94, TEXT_COLORS.light)
    : mix(surface, 0.7, '#000000')
}

function rulesOf(look: HotelLook, schemes: [Scheme, SchemeColors][], surroundings: [Scheme, string][]): string {
  const ofSurfaces = (colorOf: (colors: SchemeColors) => string): InSchemes =>
    schemes.map(([scheme, colors]) => [scheme, colorOf(colors)])
  const accents = ofSurfaces(({ accent }) => accent)
  const surfaces = ofSurfaces(({ surface }) => surface)
  const texts = ofSurfaces(({ surface }) => textColorOn(surface))
  const textsAround: InSchemes = surroundings.map(([scheme, color]) => [scheme, textColorOn(color)])
  const colours = (written: (values: InSchemes) => string) => `
    :root {
      --paper: ${written(surroundings)};
      --text: ${written(textsAround)};
      --accent: ${written(accents)};
    }
    guest-itinerary {
      --innlet-accent: ${written(accents)};
      --innlet-surface: ${written(surfaces)};
      --innlet-text: ${written(texts)};
    }`
  const { font = 'figtree', headingFont = 'fraunces', radius } = look
  return `
    :root {
      color-scheme: ${schemes.map(([scheme]) => scheme).join(' ')};
    }
    ${colours(([first]) => first?.[1] ?? '')}
    ${
      schemes.length === 1
        ? ''
        : `@media screen and (prefers-color-scheme: dark) {${colours(([, second]) => second?.[1] ?? '')}
    }
    @supports (color: light-dark(red, red)) {${colours(inSchemes)}
    }`
    }
    body {
      font-family: ${FONTS[font].family};
    }
    guest-itinerary {
      --innlet-heading-font: ${FONTS[headingFont].family};
      --innlet-heading-weight: ${FONTS[headingFont].weight};
      ${radius === undefined ? '' : `--innlet-radius: ${radius}px;`}
    }
    @media print {
      :root {
        color-scheme: light;
      }
    }
  `
}

/** A value for each scheme of the page: one, or those of light and dark. */
type InSchemes = [Scheme, string][]

/** The values of light and dark. Browsers without `light-dark()` read the rules before those with it. */
function inSchemes(values: InSchemes): string {
  const [[, light] = [], [, dark] = []] = values
  return light === dark ? `${light}` : `light-dark(${light}, ${dark})`
}
