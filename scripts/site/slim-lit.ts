import type { Plugin } from 'vite'

/** Features of Lit that our templates do not use: their code in Lit's file, and its replacement. */
const UNUSED: [feature: string, code: RegExp, replacement: string][] = [
  ['directives', /(function \w\(\w,(\w),\w=\w,\w\)\{)if.*?_\$litDirective\$.*?\),\2\}/, '$1return $2}'],
  ['connection callbacks', /setConnected\(\w\)\{.*?\)\)\}/, ''],
  ['properties', /"\."===\w\[1\]\?\w:/, ''],
  ['values in scripts and styles', /if\(\w\.test\(\w\.tagName\)\)\{.*?\}\}\}(?=else)/, '}'],
  ['opening tags of svg and math', /2===\w\?"<svg>":3===\w\?"<math>":/, ''],
  ['closing tags of svg and math', /\+\(2===\w\?"<\/svg>":3===\w\?"<\/math>":""\)/, ''],
  ['unwrapping of svg and math', /,2===\w\|\|3===\w\)\{.*?\}(?=for)/, ');'],
  ['polyfills and the version on the window', /,(\w)=\w\.litHtmlPolyfillSupport;\1\?.*?\.push\("[\d.]+"\);/, ';'],
]

/**
 * Removes unused features from Lit: our templates contain only text, attributes and listeners. The build fails if Lit's code
 * does not match, for example after an upgrade.
 */
export function slimLit(): Plugin {
  return {
    name: 'slim-lit',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/lit-html/lit-html.js')) return undefined
      return UNUSED.reduce((slim, [feature, unused, replacement]) => {
        if (!unused.test(slim)) this.error(`Lit's code has changed: ${feature}`)
        return slim.replace(unused, replacement)
      }, code)
    },
  }
}
