import { hexOf } from './colour.ts'
import {
  accentInTheDark,
  type ContrastWarning,
  DEFAULT_SETTINGS,
  type Scheme,
  type SchemeColors,
  type ThemeSettings,
} from './theme-settings.ts'

const COLOURS = ['light-accent', 'light-surface', 'dark-accent', 'dark-surface'] as const
type Colour = (typeof COLOURS)[number]

/**
 * The controls, and what they say together. A colour can be picked or written; what is no colour is marked, and the last one
 * that was stays. The accent for dark surfaces follows the other one until the hotel chooses it.
 */
export class Form {
  readonly #form: HTMLFormElement
  readonly #changed: () => void
  #colours: Record<Colour, string> = {
    'light-accent': DEFAULT_SETTINGS.light.accent,
    'light-surface': DEFAULT_SETTINGS.light.surface,
    'dark-accent': DEFAULT_SETTINGS.dark.accent,
    'dark-surface': DEFAULT_SETTINGS.dark.surface,
  }
  #darkIsChosen = false

  constructor(form: HTMLFormElement, changed: () => void) {
    this.#form = form
    this.#changed = changed
    form.addEventListener('submit', event => event.preventDefault())
    form.addEventListener('input', event => this.#hear(event.target as HTMLInputElement))
    form.addEventListener('focusout', () => this.#paint())
    form.addEventListener('click', event => this.#preset(event.target as HTMLElement))
    this.#paint()
  }

  get choice(): ThemeSettings {
    const said = (name: string) => String(new FormData(this.#form).get(name) ?? '')
    const tones = (scheme: Scheme): SchemeColors => ({
      accent: this.#colours[`${scheme}-accent`],
      surface: this.#colours[`${scheme}-surface`],
    })
    return {
      theme: said('theme') as ThemeSettings['theme'],
      light: tones('light'),
      dark: tones('dark'),
      radius: Number(said('radius')),
      lang: said('lang'),
    }
  }

  /** Takes what is proposed instead of a tone that could not be read. */
  take({ scheme, which, instead }: ContrastWarning): void {
    this.#set(`${scheme}-${which}`, instead)
    this.#show()
    this.#input(`${scheme}-${which}-hex`).focus()
  }

  #hear({ id, value }: HTMLInputElement): void {
    const name = COLOURS.find(each => id === each || id === `${each}-hex`)
    const colour = name && hexOf(value)
    if (name) this.#input(`${name}-hex`).ariaInvalid = String(!colour)
    if (name && colour) this.#set(name, colour)
    this.#show(id)
  }

  #preset(button: HTMLElement): void {
    const { accent, surface } = button.dataset
    if (!accent || !surface) return
    this.#darkIsChosen = false
    this.#set('light-surface', surface)
    this.#set('light-accent', accent)
    this.#show()
  }

  #set(name: Colour, colour: string): void {
    this.#colours[name] = colour
    if (name === 'dark-accent') this.#darkIsChosen = true
    if (this.#darkIsChosen) return
    const { 'light-accent': accent, 'dark-surface': surface } = this.#colours
    const plain = accent === DEFAULT_SETTINGS.light.accent && surface === DEFAULT_SETTINGS.dark.surface
    this.#colours['dark-accent'] = plain ? DEFAULT_SETTINGS.dark.accent : accentInTheDark(accent, surface)
  }

  #show(typing?: string): void {
    this.#paint(typing)
    this.#changed()
  }

  /** Controls say what counts; but nobody is interrupted while writing. */
  #paint(typing?: string): void {
    for (const name of COLOURS) {
      this.#input(name).value = this.#colours[name]
      const written = this.#input(`${name}-hex`)
      if (written.id === typing) continue
      written.value = this.#colours[name]
      written.ariaInvalid = null
    }
    const { theme, radius } = this.choice
    for (const scheme of ['light', 'dark'] as const) {
      const group = this.#form.querySelector<HTMLElement>(`[data-scheme=${scheme}]`)
      if (group) group.hidden = theme !== 'auto' && theme !== scheme
    }
    const said = this.#form.querySelector('output')
    if (said) said.textContent = radius ? `${radius} pixels` : 'square'
  }

  #input(id: string): HTMLInputElement {
    return this.#form.elements.namedItem(id) as HTMLInputElement
  }
}
