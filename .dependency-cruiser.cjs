/**
 * Layers of the Worker, from the top. A file imports from its own layer and from those below it. Nothing imports in a circle.
 * `npm run check` holds this.
 */
const LAYERS = {
  entry: '^worker/(index|clean-up|api-document|webhook-dispatcher)\\.ts$',
  endpoints: '^worker/endpoints\\.ts$',
  groups: '^worker/(api|admin|issuer|pages|reference)/',
  links: '^worker/(links|events)/',
  http: '^worker/http/',
  auth: '^worker/auth/',
  context: '^worker/request-context\\.ts$',
  store: '^worker/store/(?!\\w[\\w-]*/columns\\.ts$)',
  domain: '^worker/domain/',
  // What the store selects, and the types of its rows: the domain takes its row types from there, so that they have one source.
  columns: '^worker/store/\\w[\\w-]*/columns\\.ts$',
  db: '^worker/db/',
  base: '^worker/(settings|retention|errors)\\.ts$',
  schema: '^schema/',
}

const paths = Object.values(LAYERS)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.keys(LAYERS)
      .slice(1)
      .map((layer, i) => ({
        name: `${layer}-imports-no-layer-above`,
        severity: 'error',
        from: { path: LAYERS[layer] },
        to: { path: paths.slice(0, i + 1) },
      })),
  ],
  options: {
    // TypeScript 7 has no compiler API, which the default parser needs.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.d.ts', '.js'] },
    doNotFollow: { path: 'node_modules' },
    // Pages of other frameworks, which the tests bundle: the parser reads no TSX.
    exclude: { path: '^test/widget/hosts/' },
  },
}
