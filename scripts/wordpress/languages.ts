import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GetTextTranslations, mo, po } from 'gettext-parser'
import { PLUGIN } from '../../site/downloads/plugin-zip.ts'

/*
 * The languages of the WordPress plugin. Translations are written in languages/*.po; WordPress reads the .mo files and, for
 * scripts, the .json files. After a change of a .po file or of a text:
 *
 *   node scripts/wordpress/languages.ts
 */

export const LANGUAGES = join(PLUGIN, 'languages')
const DOMAIN = 'innlet-stay'

/** The scripts with texts, by the names under which WordPress knows them. */
const SCRIPTS = { 'innlet-stay-editor': 'block/editor.js', 'innlet-stay-settings': 'includes/settings.js' }

/** A text to translate. WordPress gives those of block.json and of the plugin's header by itself. */
interface Text {
  id: string
  context: string
}

const source = (path: string) => readFileSync(join(PLUGIN, path), 'utf8')

/** The texts that a file passes to `__` and its relatives. */
const textsIn = (path: string): Text[] =>
  [...source(path).matchAll(/\b_*(?:esc_html|esc_attr)?_[_e]\(\s*'([^']+)',\s*'innlet-stay',?\s*\)/g)].map(
    ([, id = '']) => ({ id, context: '' }),
  )

/** Every text of the plugin. */
export function allTexts(): Text[] {
  const { title, description, keywords } = JSON.parse(source('block/block.json')) as Record<string, string> & {
    keywords: string[]
  }
  const files = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).filter(path => /\.(php|js)$/.test(path))
  const [, header = ''] = /Description: +(.+)/.exec(source('innlet-stay.php')) ?? []
  return [
    { id: header, context: '' },
    { id: title ?? '', context: 'block title' },
    { id: description ?? '', context: 'block description' },
    ...keywords.map(id => ({ id, context: 'block keyword' })),
    ...files.flatMap(textsIn),
  ]
}

export const translationsIn = (file: string): GetTextTranslations => po.parse(readFileSync(join(LANGUAGES, file)))

/** What WordPress reads of a .po file: files by name. */
export function compiled(file: string): Map<string, Buffer> {
  const locale = file.slice(DOMAIN.length + 1, -'.po'.length)
  const all = translationsIn(file)
  const files = new Map([[`${DOMAIN}-${locale}.mo`, mo.compile(all)]])
  for (const [handle, path] of Object.entries(SCRIPTS)) {
    const messages: Record<string, unknown> = {
      '': { domain: 'messages', lang: locale, 'plural-forms': all.headers['Plural-Forms'] },
    }
    for (const { id } of textsIn(path)) messages[id] = all.translations['']?.[id]?.msgstr
    const json = { domain: 'messages', locale_data: { messages } }
    files.set(`${DOMAIN}-${locale}-${handle}.json`, Buffer.from(`${JSON.stringify(json, undefined, 2)}\n`))
  }
  return files
}

export const poFiles = () => readdirSync(LANGUAGES).filter(file => file.endsWith('.po'))

if (import.meta.main) {
  for (const file of poFiles()) {
    for (const [name, content] of compiled(file)) writeFileSync(join(LANGUAGES, name), content)
  }
}
