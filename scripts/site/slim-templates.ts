import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Removes the line breaks and indentation of html`…` and css`…` templates. */
export function slimTemplates(): Plugin {
  const slimHtml = (code: string) =>
    code
      .replace(/\n\s+/g, '\n')
      .replace(/html`\n/g, 'html`')
      .replace(/>\n(?=<|\$\{)/g, '>')
      .replace(/\}\n(?=<)/g, '}')
      .replace(/>\n`/g, '>`')
      .replace(/\n(?=[@?\w-]+=["$])/g, ' ')
      .replace(/\n>/g, '>')
      .replace(/(?<= (class|part)=)"([\w-]+)"(?=[ >])/g, '$2')
  const slimCss = (code: string) =>
    code.replace(/css`[^`]*`/g, rules =>
      rules
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\s+/g, ' ')
        .replace(/(?<![\d.])0\./g, '.')
        .replace(/ > /g, '>')
        .replace(/ !important/g, '!important')
        .replace(/\s*([{};,`])\s*/g, '$1')
        .replace(/: /g, ':')
        .replace(/;\}/g, '}'),
    )
  const widget = join(import.meta.dirname, '../../widget/')
  return {
    name: 'slim-templates',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.startsWith(widget) ? slimCss(slimHtml(code)) : undefined),
  }
}
