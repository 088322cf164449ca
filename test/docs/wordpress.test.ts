import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import innlet from '../../package.json' with { type: 'json' }
import { HOTEL_PARTS } from '../../schema/wire/look.ts'
import { allTexts, compiled, LANGUAGES, poFiles, translationsIn } from '../../scripts/wordpress/languages.ts'
import { PLUGIN, pluginZip } from '../../site/downloads/plugin-zip.ts'
import { LANGUAGE_NAMES } from '../../widget/embed/language-names.ts'
import { blockOf } from '../../widget/embed/snippet.ts'
import { DEFAULT_SETTINGS } from '../../widget/embed/theme-settings.ts'

/* The WordPress plugin agrees with the project. test/wordpress runs it. */

const read = (path: string) => readFileSync(join(PLUGIN, path), 'utf8')

it('the WordPress plugin has the version of the project', () => {
  const plugin = read('innlet-stay.php')
  expect(/Version: +(.+)/.exec(plugin)?.[1]).toBe(innlet.version)
  expect(/INNLET_STAY_VERSION = '(.+)'/.exec(plugin)?.[1]).toBe(innlet.version)
  expect(/Stable tag: (.+)/.exec(read('readme.txt'))?.[1]).toBe(innlet.version)
})

it('its block offers every language of the element, and every part that can be left out', () => {
  const editor = read('block/editor.js')
  for (const [tag, name] of Object.entries(LANGUAGE_NAMES))
    expect(editor).toMatch(new RegExp(`'?${tag}'?: '${name.replace(/[()]/g, '\\$&')}'`))
  for (const part of HOTEL_PARTS) expect(editor).toMatch(new RegExp(`^    '?${part}'?: `, 'm'))
})

it('the block that `/embed` writes has attributes of the plugin’s block, of their types [SITE-73]', () => {
  const block = blockOf({
    ...DEFAULT_SETTINGS,
    theme: 'light',
    light: { accent: '#a84d24', surface: '#fffdf8' },
    radius: 4,
    lang: 'de',
    without: ['now'],
    words: { hotel: 'The house' },
    customer: '7',
  })
  const sent: Record<string, unknown> = JSON.parse(/^<!-- wp:innlet\/stay (.*) \/-->$/.exec(block)?.[1] ?? '')
  const { attributes } = JSON.parse(read('block/block.json'))
  const types = Object.entries(sent).map(([name, value]) => [name, { type: typeof value }])
  expect(attributes).toMatchObject(Object.fromEntries(types))
  expect(Object.keys(sent).sort()).toEqual(
    Object.keys(attributes)
      .filter(name => name !== 'headingLevel')
      .sort(),
  )
})

it('WordPress itself requests nothing for it: its PHP has no HTTP client', () => {
  const php = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.php'))
  expect(php.length).toBeGreaterThan(4)
  for (const path of php) expect(read(path), path).not.toMatch(/wp_(safe_)?remote_|curl_|fsockopen|file_get_contents/)
})

it('its zip has every file of the plugin, and is the same each time', () => {
  const zip = pluginZip()
  expect(Buffer.from(zip).equals(pluginZip())).toBe(true)
  const files = readdirSync(PLUGIN, { recursive: true, withFileTypes: true }).filter(each => each.isFile())
  const paths = files.map(each => relative(join(PLUGIN, '..'), join(each.parentPath, each.name)))
  expect(Object.keys(unzipSync(zip)).sort()).toEqual(paths.sort())
})

it('is in German, Spanish, French and Portuguese', () => {
  expect(poFiles()).toEqual(['de_DE', 'es_ES', 'fr_FR', 'pt_PT'].map(locale => `innlet-stay-${locale}.po`))
})

it.each(poFiles())('every text of the plugin has a translation in %s, and no other text has one', file => {
  const { translations } = translationsIn(file)
  const translated = Object.entries(translations).flatMap(([context, texts]) =>
    Object.values(texts).flatMap(({ msgid, msgstr }) => (msgid && msgstr[0] ? [`${context}|${msgid}`] : [])),
  )
  expect(translated.sort()).toEqual([...new Set(allTexts().map(({ id, context }) => `${context}|${id}`))].sort())
})

it.each(poFiles())('the files that WordPress reads are made from %s: node scripts/wordpress/languages.ts', file => {
  for (const [name, content] of compiled(file))
    expect(readFileSync(join(LANGUAGES, name)).equals(content), name).toBe(true)
})
