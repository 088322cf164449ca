/**
 * Layers, from the top. A file imports from its own layer and from those below it. Nothing imports in a circle.
 * `npm run check` holds this.
 */
const ROOMS = {
  scripts: '^scripts/',
  operations: '^operations/',
  site: '^site/',
  // What the three above share.
  tooling: '^tooling/',
  demo: '^demo/',
  worker: '^worker/',
  widget: '^widget/',
  schema: '^schema/',
}

/** The layers of the Worker. */
const LAYERS = {
  entry: '^worker/(index|clean-up|api-document|ended-holds|webhook-dispatcher)\\.ts$',
  endpoints: '^worker/endpoints\\.ts$',
  groups: '^worker/(api|admin|console|issuer|pages|reference)/',
  links: '^worker/(links|webhooks)/',
  http: '^worker/http/',
  auth: '^worker/auth/',
  context: '^worker/request-context\\.ts$',
  store: '^worker/store/[^/]+/(?!columns\\.ts)',
  domain: '^worker/domain/',
  // What the store selects and the domain reads: columns, and the types of their rows. They are beside their statements.
  columns: '^worker/store/[^/]+/columns\\.ts$',
  db: '^worker/db/',
  base: '^worker/(settings|retention|errors)\\.ts$',
  schema: '^schema/',
}

/** The folders of the store: what a statement writes or reads of another aggregate is below it. */
const AGGREGATES = Object.fromEntries(
  [
    ...[
      'online-booking',
      'inventory',
      'move',
      'setup',
      'upkeep',
      'access',
      'people',
      'webhook',
      'closure',
      'booking',
      'itinerary',
    ],
    ...['reservation', 'channel', 'customer', 'fetch-queue', 'event', 'audit', 'counter'],
  ].map(name => [`store/${name}`, `^worker/store/${name}/`]),
)

/** A rule for each layer but the first. */
const noLayerAbove = layers =>
  Object.keys(layers)
    .slice(1)
    .map((layer, i) => ({
      name: `${layer}-imports-no-layer-above`,
      severity: 'error',
      from: { path: layers[layer] },
      to: { path: Object.values(layers).slice(0, i + 1) },
    }))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...noLayerAbove(ROOMS),
    ...noLayerAbove(LAYERS),
    ...noLayerAbove(AGGREGATES),
    // The client is built on the public API alone.
    // The console is built on the client alone, and is a file of the site for the rest.
    {
      name: 'console-imports-client-and-schema',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(worker|widget|scripts|operations|site|tooling|demo|test)/' },
    },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { pathNot: '^(console|test)/' },
      to: { path: '^console/' },
    },
    {
      name: 'client-imports-nothing-of-the-service',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(worker|widget|scripts|operations|site|tooling|demo|test)/' },
    },
    {
      name: 'client-has-the-contracts-as-types-in-two-files',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/(command/admin/)?types\\.ts$' },
      to: { path: '^schema/' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API, which the default parser needs. Nothing else uses @swc/core.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.d.ts', '.js'] },
    doNotFollow: { path: 'node_modules' },
    // Pages of other frameworks, which the tests bundle: the parser reads no TSX.
    exclude: { path: '^test/widget/hosts/' },
  },
}
