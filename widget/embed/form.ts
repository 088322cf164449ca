import { hexOf } from '../../schema/look/colour.ts'
import { darkAccentFor, type Scheme, type SchemeColors } from '../../schema/look/scheme-colors.ts'
import type { HotelPart } from '../../schema/wire/look.ts'
import { type ContrastWarning, DEFAULT_SETTINGS, schemesOf, type ThemeSettings } from './theme-settings.ts'

const COLOURS = ['light-accent', 'light-surface', 'dark-accent', 'dark-surface'] as const
type Colour = (typeof COLOURS)[number]

/**
 * The controls and the settings that they express. A colour can be picked or typed. Invalid text is marked, and the last valid
 * colour stays. The dark accent follows the light accent until the hotel chooses one.
 */
export class Form {
  readonly #form: HTMLFormElement
  readonly #onChange: () => void
  #colours: Record<Colour, string> = {
    'light-accent': DEFAULT_SETTINGS.light.accent,
    'light-surface': DEFAULT_SETTINGS.light.surface,
    'dark-accent': DEFAULT_SETTINGS.dark.accent,
    'dark-surface': DEFAULT_SETTINGS.dark.surface,
  }
  #isDarkChosen = false

  constructor(form: HTMLFormElement, onChange: () => void) {
    this.#form = form
    this.#onChange = onChange
    form.addEventListener('submit', event => event.preventDefault())
    form.addEventListener('input', event => this.#onInput(event.target as HTMLInputElement))
    form.addEventListener('focusout', () => this.#render())
    form.addEventListener('click', event => this.#applyPreset(event.target as HTMLElement))
    this.#render()
  }

  get settings(): ThemeSettings {
    const fieldOf = (name: string) => String(new FormData(this.#form).get(name) ?? '')
    const colorsOf = (scheme: Scheme): SchemeColors => ({
      accent: this.#colours[`${scheme}-accent`],
      surface: this.#colours[`${scheme}-surface`],
    })
    return {
      theme: fieldOf('theme') as ThemeSettings['theme'],
      light: colorsOf('light'),
      dark: colorsOf('dark'),
      radius: Number(fieldOf('radius')),
      lang: fieldOf('lang'),
      without: this.#without(),
      words: this.#words(),
      customer: /^\d+$/.exec(new URLSearchParams(location.search).get('customer') ?? '')?.[0] ?? '',
    }
  }

  #words(): ThemeSettings['words'] {
    const inputs = [...this.#form.querySelectorAll<HTMLInputElement>('[name=word]')]
    return Object.fromEntries(
      inputs.flatMap(({ dataset, value }) => (value.trim() ? [[dataset.word ?? '', value.trim()]] : [])),
    )
  }

  #without(): ThemeSettings['without'] {
    const parts = [...this.#form.querySelectorAll<HTMLInputElement>('[name=part]')]
    const without = parts.filter(({ checked }) => !checked).map(({ value }) => value as HotelPart)
    // Without any part of the hotel, its block has a name.
    const now = without.filter(part => part === 'now')
    return without.length - now.length < parts.length - 1 ? without : [...now, 'hotel']
  }

  /** Applies the suggestion of a warning. */
  apply({ scheme, color, suggestion }: ContrastWarning): void {
    this.#set(`${scheme}-${color}`, suggestion)
    this.#update()
    this.#input(`${scheme}-${color}-hex`).focus()
  }

  #onInput({ id, value }: HTMLInputElement): void {
    const name = COLOURS.find(each => id === each || id === `${each}-hex`)
    const colour = name && hexOf(value)
    if (name) this.#input(`${name}-hex`).ariaInvalid = String(!colour)
    if (name && colour) this.#set(name, colour)
    this.#update(id)
  }

  #applyPreset(button: HTMLElement): void {
    const { accent, surface } = button.dataset
    if (!accent || !surface) return
    this.#isDarkChosen = false
    this.#set('light-surface', surface)
    this.#set('light-accent', accent)
    this.#update()
  }

  #set(name: Colour, colour: string): void {
    this.#colours[name] = colour
    if (name === 'dark-accent') this.#isDarkChosen = true
    if (this.#isDarkChosen) return
    const { 'light-accent': accent, 'dark-surface': surface } = this.#colours
    this.#colours['dark-accent'] = darkAccentFor(accent, surface)
  }

  #update(typing?: string): void {
    this.#render(typing)
    this.#onChange()
  }

  /** Shows the settings in the controls, except in the one that the hotel is typing in. */
  #render(typing?: string): void {
    for (const name of COLOURS) {
      this.#input(name).value = this.#colours[name]
      const text = this.#input(`${name}-hex`)
      if (text.id === typing) continue
      text.value = this.#colours[name]
      text.ariaInvalid = null
    }
    const { settings } = this
    for (const scheme of ['light', 'dark'] as const) {
      const group = this.#form.querySelector<HTMLElement>(`[data-scheme=${scheme}]`)
      if (group) group.hidden = !schemesOf(settings).includes(scheme)
    }
    const output = this.#form.querySelector('output')
    if (output) output.textContent = settings.radius ? `${settings.radius} pixels` : 'square'
  }

  #input(id: string): HTMLInputElement {
    return this.#form.elements.namedItem(id) as HTMLInputElement
  }
}
