import { contrast, MIN_CONTRAST, mix, readableTone } from './colour.ts'

/*
 * The two colours of an itinerary in a colour scheme, and whether guests can read it. The page for hotels and the contract of
 * `look` judge by the same functions.
 */

export type Scheme = 'light' | 'dark'

/** Colours as `#rrggbb`. */
export interface SchemeColors {
  accent: string
  surface: string
}

/** The defaults of the element. */
export const DEFAULT_COLORS: Record<Scheme, SchemeColors> = {
  light: { accent: '#1d5a66', surface: '#ffffff' },
  dark: { accent: '#92cad0', surface: '#15191b' },
}

export const TEXT_COLORS: Record<Scheme, string> = { light: '#1d2326', dark: '#e9ebe9' }

/** Dark or light text, whichever has more contrast. */
export const textColorOn = (surface: string) =>
  contrast(TEXT_COLORS.light, surface) >= contrast(TEXT_COLORS.dark, surface) ? TEXT_COLORS.light : TEXT_COLORS.dark

/** The dark accent of a hotel that has chosen none: the default with default colours, else a tone of the light accent. */
export const darkAccentFor = (accent: string, darkSurface: string): string =>
  accent === DEFAULT_COLORS.light.accent && darkSurface === DEFAULT_COLORS.dark.surface
    ? DEFAULT_COLORS.dark.accent
    : readableTone(accent, darkSurface, DARK_CONTRAST)

/** More than the minimum. */
const DARK_CONTRAST = 8

/** The colours that a hotel has chosen, and the scheme of its pages. */
export interface ChosenColors {
  theme?: 'auto' | Scheme | undefined
  accent?: string | undefined
  surface?: string | undefined
  darkAccent?: string | undefined
  darkSurface?: string | undefined
}

/** The schemes in which guests may see a stay, each with its colours: those that are chosen, else the defaults. */
export function colorsOf({ theme = 'auto', ...chosen }: ChosenColors): [Scheme, SchemeColors][] {
  const { accent = DEFAULT_COLORS.light.accent, surface = DEFAULT_COLORS.light.surface } = chosen
  const { darkSurface = DEFAULT_COLORS.dark.surface } = chosen
  const { darkAccent = darkAccentFor(accent, darkSurface) } = chosen
  const all: [Scheme, SchemeColors][] = [
    ['light', { accent, surface }],
    ['dark', { accent: darkAccent, surface: darkSurface }],
  ]
  return all.filter(([scheme]) => theme === 'auto' || theme === scheme)
}

/** A colour that guests could not read, and a suggestion. */
export interface ContrastWarning {
  color: keyof SchemeColors
  /** the contrast, which should be at least 4.5 */
  ratio: number
  suggestion: string
}

export const contrastWarningsOf = ({ accent, surface }: SchemeColors): ContrastWarning[] => [
  ...surfaceWarning(surface),
  ...accentWarning(accent, surface),
]

/** Secondary text is 70 % text colour and 30 % surface. On a surface of middle lightness it has too little contrast. */
function surfaceWarning(surface: string): ContrastWarning[] {
  const ratioOn = (colour: string) => contrast(mix(textColorOn(colour), 0.7, colour), colour)
  if (ratioOn(surface) >= MIN_CONTRAST) return []
  const extreme = textColorOn(surface) === TEXT_COLORS.light ? '#ffffff' : '#000000'
  let suggestion = surface
  for (let share = 1; share > 0 && ratioOn(suggestion) < MIN_CONTRAST; share -= 0.02)
    suggestion = mix(surface, share, extreme)
  return [{ color: 'surface', ratio: ratioOn(surface), suggestion }]
}

function accentWarning(accent: string, surface: string): ContrastWarning[] {
  const ratio = contrast(accent, surface)
  return ratio >= MIN_CONTRAST ? [] : [{ color: 'accent', ratio, suggestion: readableTone(accent, surface) }]
}

/** Rounds down, so that a contrast of 4.49 does not read as the required 4.5. */
export const shownRatio = (ratio: number) => Math.floor(ratio * 10) / 10
