import type { nothing as Nothing, TemplateResult } from 'lit/html.js'

/*
 * What Lit's `html` and `nothing` are, without Lit: a template is nothing but its strings and its values. Lit renders it in a
 * browser; on the server, where there is no document for Lit to look at, the same template becomes text.
 */

export const html = (strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> =>
  ({ _$litType$: 1, strings, values }) as TemplateResult<1>

export const nothing = Symbol.for('lit-nothing') as typeof Nothing

export type { TemplateResult }
