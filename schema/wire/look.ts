import * as z from 'zod'
import { MIN_CONTRAST } from '../look/colour'
import { type ChosenColors, colorsOf, contrastWarningsOf, shownRatio } from '../look/scheme-colors'
import { emptyToUndefined } from './hotel-for-guest'
import { count, hasControlCharacters, isWellFormed } from './primitives'
import { type RuleIssue, withRules } from './with-rules'

/*
 * How a hotel's stays look on the guest's page of this service. A colour that guests could not read is refused.
 */

/**
 * The parts of a stay that a hotel may leave out, by the names of their CSS parts: what is now and next, and those of the block
 * about the hotel. `hotel` is all of that block.
 */
export const HOTEL_PARTS = [
  'now',
  'hotel',
  'address',
  'directions',
  'driver',
  'copy',
  'call',
  'whatsapp',
  'email',
  'website',
  'getting-there',
  'good-to-know',
] as const
export type HotelPart = (typeof HOTEL_PARTS)[number]

const FONTS = ['figtree', 'fraunces', 'system-sans', 'system-serif', 'system-rounded'] as const
export type LookFont = (typeof FONTS)[number]

/** What the page says of a failure is not the hotel's: the page of a dead link is the same for all hotels. */
const FAILURE_WORDS = new Set(['no-link', 'gone', 'unreachable', 'busy', 'unreadable', 'retry', 'retrying'])

const MAX_WORDS = 100
const MAX_WORD_LENGTH = 200
/** A language, a word with several forms, and a form. */
const MAX_DEPTH = 3

const color = z.lazy(() =>
  z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'expected a colour, such as #1d5a66')
    .meta({ 'x-format': '#rrggbb' }),
)
const font = z.lazy(() => z.enum(FONTS))

const fields = () =>
  z.object({
    theme: z
      .enum(['auto', 'light', 'dark'])
      .optional()
      .describe('Light, dark, or as the device of the guest. Default: `auto`.'),
    accent: color.optional().describe('The colour of marks, links and buttons.'),
    surface: color.optional().describe('The background colour.'),
    darkAccent: color.optional().describe('The accent in dark. Default: a readable tone of `accent`.'),
    darkSurface: color.optional().describe('The background colour in dark.'),
    radius: count(40).optional().describe('The radius of the corners, in CSS pixels.'),
    font: font.optional().describe('The font of texts. Default: `figtree`.'),
    headingFont: font.optional().describe('The font of headings. Default: `fraunces`.'),
    without: z
      .array(z.enum(HOTEL_PARTS))
      .max(HOTEL_PARTS.length)
      .optional()
      .describe('What the page leaves out, as the attribute `without` of the element.'),
    words: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        `The hotel's own words, as the attribute \`words\` of the element: at most ${MAX_WORDS} texts of ` +
          `${MAX_WORD_LENGTH} characters, none of them about a failure.`,
      ),
  })

export type HotelLook = z.output<ReturnType<typeof fields>>

const look = (id: string) =>
  withRules(fields(), lookIssues).meta({
    id,
    description: "How the stays of a hotel look on the guest's page. Every field is optional.",
  })

export const HotelLook = z.lazy(() => look('HotelLook'))

const hotelLookInput = z.lazy(() => look('HotelLookInput'))

/** In a request. `{}` counts as absent. */
export const optionalLook = z.lazy(() => z.preprocess(emptyToUndefined, hotelLookInput.optional()).optional())

/** In a change, `{}` takes the look away, like `null`. */
export const lookChange = z.lazy(() =>
  z.preprocess(value => emptyToUndefined(value) ?? null, hotelLookInput.nullable()).optional(),
)

const FIELDS = {
  light: { accent: 'accent', surface: 'surface' },
  dark: { accent: 'darkAccent', surface: 'darkSurface' },
} as const

function* lookIssues(chosen: ChosenColors & Pick<HotelLook, 'words'>): Iterable<RuleIssue> {
  for (const [scheme, colors] of colorsOf(chosen)) {
    for (const { color, ratio, suggestion } of contrastWarningsOf(colors)) {
      const what = color === 'accent' ? `${colors.accent} on ${colors.surface}` : `text on ${colors.surface}`
      const message = `${what} has a contrast of ${shownRatio(ratio)}, expected at least ${MIN_CONTRAST}: the nearest readable tone is ${suggestion}`
      yield { path: [FIELDS[scheme][color]], message }
    }
  }
  const texts = [...textsOf(chosen.words, ['words'])]
  if (texts.length > MAX_WORDS) return yield { path: ['words'], message: `expected at most ${MAX_WORDS} texts` }
  for (const { path, text } of texts) {
    const message = wordIssue(path.slice(1).map(String), text)
    if (message) yield { path, message }
  }
}

/** The texts of `words` with their paths. What has no parts, or is too deep, is a text, or is refused as one. */
function* textsOf(value: unknown, path: (string | number)[]): Iterable<{ path: (string | number)[]; text: unknown }> {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (path.length > 1 && (!parts.length || path.length > MAX_DEPTH)) return yield { path, text: value }
  for (const [key, part] of parts) yield* textsOf(part, [...path, Array.isArray(value) ? Number(key) : key])
}

function wordIssue(names: readonly string[], text: unknown): string | undefined {
  if (names.some(name => !/^[a-z\d][\w-]{0,39}$/i.test(name))) return 'expected the name of a word or a language'
  if (names.some(name => FAILURE_WORDS.has(name))) return 'expected a word of the stay, not of a failure'
  if (typeof text !== 'string' || hasControlCharacters(text) || !isWellFormed(text))
    return 'expected text without control characters'
  if (text.length > MAX_WORD_LENGTH) return `expected at most ${MAX_WORD_LENGTH} characters`
  return undefined
}
