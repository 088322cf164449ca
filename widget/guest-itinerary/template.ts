import type { nothing as Nothing, TemplateResult } from 'lit/html.js'

/*
 * Lit's `html` and `nothing` without Lit: a template is only its strings and its values. Lit renders it in a browser. The server
 * has no document for Lit and renders the same template as text.
 */

export const html = (strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> =>
  ({ _$litType$: 1, strings, values }) as TemplateResult<1>

export const nothing = Symbol.for('lit-nothing') as typeof Nothing

/** Styles as text: for a stylesheet in the browser, and for the page that the service renders. */
export const css = String.raw

export type { TemplateResult }
