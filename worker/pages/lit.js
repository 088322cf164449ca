/*
 * What the pages need of Lit, from its builds for servers. workerd would get those for browsers, which need a document. The
 * import `lit` leads here: `alias` in wrangler.toml, and in vitest.config.ts for the tests.
 */

export { isTemplateResult } from '../../node_modules/lit-html/node/directive-helpers.js'
export { html, nothing } from '../../node_modules/lit-html/node/lit-html.js'
