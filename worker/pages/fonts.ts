/** The files of a font: one for most languages of Western Europe, and one for all other Latin letters. */
export interface FontFiles {
  basic: string
  extended: string
}

/** The fonts of a page. One that every device has needs no files. */
export interface PageFonts {
  text: FontFiles | undefined
  heading: FontFiles | undefined
}

export const FIGTREE: FontFiles = { basic: '/fonts/figtree.woff2', extended: '/fonts/figtree-ext.woff2' }
export const FRAUNCES: FontFiles = { basic: '/fonts/fraunces.woff2', extended: '/fonts/fraunces-ext.woff2' }

/**
 * The letters of the extended files that the basic ones do not have, as `unicode-range` of CSS has them and as a regular expression
 * has them.
 */
export const EXTENDED_RANGE =
  'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF'
const EXTENDED = new RegExp(
  `[${EXTENDED_RANGE.replace(/U\+(\w+)-(\w+)(, )?/g, (_, from, to) => `\\u${from}-\\u${to}`)}]`,
)

const UNSEEN = /<(script|style)\b.*?<\/\1>/gs
const HEADINGS = /<(h\d|time) class="(?:title|heading|headline|date)"[^>]*>.*?<\/\1>|<h1>.*?<\/h1>/gs

/**
 * The files that a page needs for its texts. They are preloaded: a font that comes later than the first paint is not used
 * (`font-display: optional`), and a word whose letters are in two files would be in two fonts.
 */
export function fontFilesFor(html: string, { text, heading }: PageFonts): string[] {
  const shown = html.replace(UNSEEN, '')
  const headings = (shown.match(HEADINGS) ?? []).join('')
  const files = [
    text?.basic,
    heading?.basic,
    EXTENDED.test(shown) ? text?.extended : undefined,
    EXTENDED.test(headings) ? heading?.extended : undefined,
  ]
  return [...new Set(files.filter(file => file !== undefined))]
}
