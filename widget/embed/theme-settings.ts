import { contrast, mixed, READABLE, readableTone } from './colour.ts'

/*
 * What a hotel chooses, and what of it has to be said: whatever is as the element has it by itself is left out.
 */

export type Scheme = 'light' | 'dark'

/** Colours as `#rrggbb`. */
export interface SchemeColors {
  accent: string
  surface: string
}

export interface ThemeSettings {
  theme: 'auto' | Scheme
  light: SchemeColors
  dark: SchemeColors
  /** pixels */
  radius: number
  /** a BCP 47 tag; empty: the guest's own */
  lang: string
}

/** As the element is without a word. */
export const DEFAULT_SETTINGS: ThemeSettings = {
  theme: 'auto',
  light: { accent: '#1d5a66', surface: '#ffffff' },
  dark: { accent: '#92cad0', surface: '#15191b' },
  radius: 14,
  lang: '',
}

const TEXT_COLORS: Record<Scheme, string> = { light: '#1d2326', dark: '#e9ebe9' }

/** The schemes in which a guest can meet it. */
export const schemesOf = ({ theme }: ThemeSettings): Scheme[] => (theme === 'auto' ? ['light', 'dark'] : [theme])

/** The custom properties that say it. */
export function propertiesOf(choice: ThemeSettings): [name: string, value: string][] {
  const schemes = schemesOf(choice)
  const said = (name: string, of: (scheme: Scheme) => string, plain: (scheme: Scheme) => string) => {
    const [one = '', other = one] = schemes.map(of)
    if (schemes.every(scheme => of(scheme) === plain(scheme))) return []
    return [[name, one === other ? one : `light-dark(${one}, ${other})`] as [string, string]]
  }
  return [
    ...said(
      '--innlet-accent',
      scheme => choice[scheme].accent,
      scheme => DEFAULT_SETTINGS[scheme].accent,
    ),
    ...said(
      '--innlet-surface',
      scheme => choice[scheme].surface,
      scheme => DEFAULT_SETTINGS[scheme].surface,
    ),
    ...said(
      '--innlet-text',
      scheme => textColorOn(choice[scheme].surface),
      scheme => TEXT_COLORS[scheme],
    ),
    ...(choice.radius === DEFAULT_SETTINGS.radius
      ? []
      : [['--innlet-radius', `${choice.radius}px`] as [string, string]]),
  ]
}

/** The attributes that say it. */
export const attributesOf = ({ theme, lang }: ThemeSettings): [name: string, value: string][] =>
  (
    [
      ['lang', lang],
      ['theme', theme === 'auto' ? '' : theme],
    ] as [string, string][]
  ).filter(([, value]) => value)

/** Dark text or light text, whichever reads better. */
const textColorOn = (surface: string) =>
  contrast(TEXT_COLORS.light, surface) >= contrast(TEXT_COLORS.dark, surface) ? TEXT_COLORS.light : TEXT_COLORS.dark

/** What a guest could not read, and what could be taken instead. */
export interface ContrastWarning {
  scheme: Scheme
  which: keyof SchemeColors
  /** the contrast that there is, of the 4.5 that there should be */
  ratio: number
  instead: string
}

export const contrastWarnings = (choice: ThemeSettings): ContrastWarning[] =>
  schemesOf(choice).flatMap(scheme => [
    ...surfaceWarning(choice[scheme], scheme),
    ...accentWarning(choice[scheme], scheme),
  ])

/** Quiet words are text mixed with surface: on a tone between light and dark they are lost. */
function surfaceWarning({ surface }: SchemeColors, scheme: Scheme): ContrastWarning[] {
  const ratioOn = (ground: string) => contrast(mixed(textColorOn(ground), 0.7, ground), ground)
  if (ratioOn(surface) >= READABLE) return []
  const pole = textColorOn(surface) === TEXT_COLORS.light ? '#ffffff' : '#000000'
  let instead = surface
  for (let share = 1; share > 0 && ratioOn(instead) < READABLE; share -= 0.02) instead = mixed(surface, share, pole)
  return [{ scheme, which: 'surface', ratio: ratioOn(surface), instead }]
}

function accentWarning({ accent, surface }: SchemeColors, scheme: Scheme): ContrastWarning[] {
  const ratio = contrast(accent, surface)
  return ratio >= READABLE ? [] : [{ scheme, which: 'accent', ratio, instead: readableTone(accent, surface) }]
}

/** An accent's tone for dark surfaces, with a little more than the contrast that is needed. */
export const accentInTheDark = (accent: string, surface: string) => readableTone(accent, surface, 8)
