import {
  contrastWarningsOf,
  DEFAULT_COLORS,
  darkAccentFor,
  type ContrastWarning as OfColours,
  type Scheme,
  type SchemeColors,
  TEXT_COLORS,
  textColorOn,
} from '../../schema/look/scheme-colors.ts'
import type { HotelLook, HotelPart } from '../../schema/wire/look.ts'

/*
 * A hotel's settings, and the attributes and custom properties that express them. Defaults of the element are left out.
 */

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
  /** the hotel's own words, by name */
  words: Record<string, string>
  /** the number of the customer; empty for any */
  customer: string
}

/** The defaults of the element. */
export const DEFAULT_SETTINGS: ThemeSettings = {
  theme: 'page',
  ...DEFAULT_COLORS,
  radius: 14,
  lang: '',
  without: [],
  words: {},
  customer: '',
}

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
export const attributesOf = ({
  theme,
  lang,
  without,
  words,
  customer,
}: ThemeSettings): [name: string, value: string][] =>
  (
    [
      ['customer', customer],
      ['lang', lang],
      ['theme', theme === 'page' ? '' : theme],
      ['without', without.join(' ')],
      ['words', Object.keys(words).length ? JSON.stringify(words) : ''],
    ] as [string, string][]
  ).filter(([, value]) => value)

/** The look of the guest's page that is the same. Defaults are left out. */
export function lookOf({ theme, light, dark, radius, without, words }: ThemeSettings): HotelLook {
  const isDerived = dark.accent === darkAccentFor(light.accent, dark.surface)
  return {
    ...(theme !== 'page' && theme !== 'auto' && { theme }),
    ...(light.accent !== DEFAULT_COLORS.light.accent && { accent: light.accent }),
    ...(light.surface !== DEFAULT_COLORS.light.surface && { surface: light.surface }),
    ...(!isDerived && { darkAccent: dark.accent }),
    ...(dark.surface !== DEFAULT_COLORS.dark.surface && { darkSurface: dark.surface }),
    ...(radius !== DEFAULT_SETTINGS.radius && { radius }),
    ...(without.length && { without }),
    ...(Object.keys(words).length && { words }),
  }
}

/** A colour that guests could not read in one of the schemes, and a suggestion. */
export interface ContrastWarning extends OfColours {
  scheme: Scheme
}

export const contrastWarnings = (settings: ThemeSettings): ContrastWarning[] =>
  schemesOf(settings).flatMap(scheme => contrastWarningsOf(settings[scheme]).map(warning => ({ ...warning, scheme })))
