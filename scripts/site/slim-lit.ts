import type { Plugin } from 'vite'

/** What Lit can do and no template of ours asks for, as it stands in Lit's file, and what is left of it. */
const UNUSED: [what: string, code: RegExp, left: string][] = [
  ['directives', /(function \w\(\w,(\w),\w=\w,\w\)\{)if.*?_\$litDirective\$.*?\),\2\}/, '$1return $2}'],
  ['being told of the connection', /setConnected\(\w\)\{.*?\)\)\}/, ''],
  ['properties', /"\."===\w\[1\]\?\w:/, ''],
  ['values in scripts and styles', /if\(\w\.test\(\w\.tagName\)\)\{.*?\}\}\}(?=else)/, '}'],
  ['svg and math, opened', /2===\w\?"<svg>":3===\w\?"<math>":/, ''],
  ['svg and math, closed', /\+\(2===\w\?"<\/svg>":3===\w\?"<\/math>":""\)/, ''],
  ['svg and math, unwrapped', /,2===\w\|\|3===\w\)\{.*?\}(?=for)/, ');'],
  ['polyfills, and a version on the window', /,(\w)=\w\.litHtmlPolyfillSupport;\1\?.*?\.push\("[\d.]+"\);/, ';'],
]

/**
 * Lit without what we do not use of it: our templates hold text, attributes and listeners. A Lit that is not the one that we know
 * stops the build, so that somebody looks.
 */
export function slimLit(): Plugin {
  return {
    name: 'slim-lit',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/lit-html/lit-html.js')) return undefined
      return UNUSED.reduce((slim, [what, unused, left]) => {
        if (!unused.test(slim)) this.error(`Lit has changed where it has ${what}`)
        return slim.replace(unused, left)
      }, code)
    },
  }
}
