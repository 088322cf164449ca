import type { HotelPart } from '../guest-itinerary/reach.ts'
import { contrast, MIN_CONTRAST, mix, readableTone } from './colour.ts'

/*
 * A hotel's settings, and the attributes and custom properties that express them. Defaults of the element are left out.
 */

export type Scheme = 'light' | 'dark'

/** Colours as `#rrggbb`. */
export interface SchemeColors {
  accent: string
  surface: string
}

export interface ThemeSettings {
  /** `page`: as the page around it, without the attribute; `auto`: as the guest's device */
  theme: 'page' | 'auto' | Scheme
  light: SchemeColors
  dark: SchemeColors
  /** pixels */
  radius: number
  /** a BCP 47 tag; empty for the guest's language */
  lang: string
  /** the parts to leave out; `hotel` for all of the hotel's */
  without: HotelPart[]
}

/** The defaults of the element. */
export const DEFAULT_SETTINGS: ThemeSettings = {
  theme: 'page',
  light: { accent: '#1d5a66', surface: '#ffffff' },
  dark: { accent: '#92cad0', surface: '#15191b' },
  radius: 14,
  lang: '',
  without: [],
}

const TEXT_COLORS: Record<Scheme, string> = { light: '#1d2326', dark: '#e9ebe9' }

/** The colour schemes in which guests may see the itinerary. */
export const schemesOf = ({ theme }: ThemeSettings): Scheme[] =>
  theme === 'page' || theme === 'auto' ? ['light', 'dark'] : [theme]

/** The custom properties that differ from the defaults. */
export function propertiesOf(settings: ThemeSettings): [name: string, value: string][] {
  const schemes = schemesOf(settings)
  const property = (name: string, of: (scheme: Scheme) => string, defaultOf: (scheme: Scheme) => string) => {
    const [first = '', second = first] = schemes.map(of)
    if (schemes.every(scheme => of(scheme) === defaultOf(scheme))) return []
    return [[name, first === second ? first : `light-dark(${first}, ${second})`] as [string, string]]
  }
  return [
    ...property(
      '--innlet-accent',
      scheme => settings[scheme].accent,
      scheme => DEFAULT_SETTINGS[scheme].accent,
    ),
    ...property(
      '--innlet-surface',
      scheme => settings[scheme].surface,
      scheme => DEFAULT_SETTINGS[scheme].surface,
    ),
    ...property(
      '--innlet-text',
      scheme => textColorOn(settings[scheme].surface),
      scheme => TEXT_COLORS[scheme],
    ),
    ...(settings.radius === DEFAULT_SETTINGS.radius
      ? []
      : [['--innlet-radius', `${settings.radius}px`] as [string, string]]),
  ]
}

/** The attributes that differ from the defaults. */
export const attributesOf = ({ theme, lang, without }: ThemeSettings): [name: string, value: string][] =>
  (
    [
      ['lang', lang],
      ['theme', theme === 'page' ? '' : theme],
      ['without', without.join(' ')],
    ] as [string, string][]
  ).filter(([, value]) => value)

/** Dark or light text, whichever has more contrast. */
const textColorOn = (surface: string) =>
  contrast(TEXT_COLORS.light, surface) >= contrast(TEXT_COLORS.dark, surface) ? TEXT_COLORS.light : TEXT_COLORS.dark

/** A colour that guests could not read, and a suggestion. */
export interface ContrastWarning {
  scheme: Scheme
  color: keyof SchemeColors
  /** the contrast, which should be at least 4.5 */
  ratio: number
  suggestion: string
}

export const contrastWarnings = (settings: ThemeSettings): ContrastWarning[] =>
  schemesOf(settings).flatMap(scheme => [
    ...surfaceWarning(settings[scheme], scheme),
    ...accentWarning(settings[scheme], scheme),
  ])

/** Secondary text is 70 % text colour and 30 % surface. On a surface of middle lightness it has too little contrast. */
function surfaceWarning({ surface }: SchemeColors, scheme: Scheme): ContrastWarning[] {
  const ratioOn = (colour: string) => contrast(mix(textColorOn(colour), 0.7, colour), colour)
  if (ratioOn(surface) >= MIN_CONTRAST) return []
  const extreme = textColorOn(surface) === TEXT_COLORS.light ? '#ffffff' : '#000000'
  let suggestion = surface
  for (let share = 1; share > 0 && ratioOn(suggestion) < MIN_CONTRAST; share -= 0.02)
    suggestion = mix(surface, share, extreme)
  return [{ scheme, color: 'surface', ratio: ratioOn(surface), suggestion }]
}

function accentWarning({ accent, surface }: SchemeColors, scheme: Scheme): ContrastWarning[] {
  const ratio = contrast(accent, surface)
  return ratio >= MIN_CONTRAST ? [] : [{ scheme, color: 'accent', ratio, suggestion: readableTone(accent, surface) }]
}

/** The tone of an accent for dark surfaces, with a contrast of 8: more than the minimum. */
export const darkAccent = (accent: string, surface: string) => readableTone(accent, surface, 8)
