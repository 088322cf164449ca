import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, hexOf, MIN_CONTRAST, mix, readableTone } from '../../schema/look/colour.ts'
import type { SchemeColors } from '../../schema/look/scheme-colors.ts'
import {
  contrastWarnings,
  DEFAULT_SETTINGS,
  propertiesOf,
  type ThemeSettings,
} from '../../widget/embed/theme-settings.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)
const tones: fc.Arbitrary<SchemeColors> = fc.record({ accent: colours, surface: colours })
const choices: fc.Arbitrary<ThemeSettings> = fc.record({
  theme: fc.constantFrom('page', 'auto', 'light', 'dark'),
  light: tones,
  dark: tones,
  radius: fc.nat(32),
  lang: fc.constantFrom('', 'de'),
  without: fc.constant([]),
  words: fc.constant({}),
  customer: fc.constant(''),
})

test.each([
  ['#A84D24', '#a84d24'],
  ['a84d24', '#a84d24'],
  [' #fff ', '#ffffff'],
  ['#abcd', undefined],
  ['red', undefined],
  ['#a84d24; }', undefined],
  ['', undefined],
])('%j is the colour %j', (written, colour) => expect(hexOf(written)).toBe(colour))

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#1d5a66', '#ffffff', 7.72],
])('The contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test('Half of black and white is grey', () => expect(mix('#000000', 0.5, '#ffffff')).toBe('#808080'))

test('A suggested tone is readable on its surface, and a readable tone is unchanged', () => {
  fc.assert(
    fc.property(colours, colours, (colour, surface) => {
      const tone = readableTone(colour, surface)
      expect(contrast(tone, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST)
      if (contrast(colour, surface) >= MIN_CONTRAST) expect(tone).toBe(colour)
    }),
  )
})

test('After every suggestion is applied, no warning is left', () => {
  fc.assert(
    fc.property(choices, chosen => {
      let settings = chosen
      for (let applied = 0; applied < 4; applied++) {
        const [warning] = contrastWarnings(settings)
        if (!warning) break
        const { scheme, color, suggestion } = warning
        settings = { ...settings, [scheme]: { ...settings[scheme], [color]: suggestion } }
      }
      expect(contrastWarnings(settings)).toEqual([])
    }),
  )
})

test('The properties are valid CSS, and defaults are left out', () => {
  expect(propertiesOf(DEFAULT_SETTINGS)).toEqual([])
  fc.assert(
    fc.property(choices, choice => {
      for (const [name, value] of propertiesOf(choice)) {
        expect(CSS.supports(name.endsWith('radius') ? 'border-radius' : 'color', value), value).toBe(true)
      }
    }),
  )
})
