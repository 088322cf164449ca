import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedBrowser } from './scripts/chromium.ts'
import { testSecrets } from './test/support/secrets.ts'
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts'
import { stubService } from './test/widget/support/stub-service.ts'

keepTemporaryFilesInMemory()

/** The Worker's tests in workerd; `bindings` are settings of this run's own. */
const worker = (bindings: Record<string, string> = {}, databases: readonly string[] = []) =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: { ...(await testSecrets()), ...bindings, MIGRATIONS: await readD1Migrations('./schema/migrations') },
      d1Databases: [...databases],
    },
  }))

// A busy machine is slow, not wrong.
const PATIENT = { testTimeout: 60_000, hookTimeout: 60_000 }

/** One workerd runs many files: to start one, and to load the Worker into it, takes longer than most files' tests. */
const IN_WORKERD = { ...PATIENT, maxWorkers: 2, isolate: false, setupFiles: './test/support/each-file.ts' }

export default defineConfig({
  test: {
    globalSetup: './test/support/site.ts',
    // The service logs each request as it should: of tests that pass nobody wants to read it.
    silent: 'passed-only',
    projects: [
      {
        plugins: [worker()],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          exclude: ['test/worker/shards/**'],
          ...IN_WORKERD,
        },
      },
      {
        // With two databases: the tests' customers live in the second, which they know as `DB`; control data, and a neighbour, in
        // the first. Here is what another database can change: which one a request, a credential and a link find, whom it serves,
        // what is asked of it first in every batch, and what a batch with that gives back. Every operation is among them
        // (trials/). What a request says about one customer's data is decided without any of that, and proven once, above.
        plugins: [worker({ DATABASES: 'CONTROL DB', NEW_CUSTOMERS: '1' }, ['CONTROL', 'DB'])],
        test: {
          name: 'worker-two',
          include: [
            'shards/**',
            'trials/{faults,isolation,races}',
            'admin/{access,api-keys,applications,audit,customers,erase-guest}',
            'issuer/{bearer,token}',
            'partner-itinerary/{dead-links,issue-link,lifecycle,public-http}',
            'pages/itinerary',
            'online-booking/**',
            'booking/cost',
            'channel/{get,update}',
            'fetch-queue/{cost,health}',
            'reservation/cost',
            'sale/races',
            '{bookmarks,clean-up,seen}',
          ].map(files => `test/worker/${files}.test.ts`),
          ...IN_WORKERD,
        },
      },
      {
        plugins: [stubService()],
        resolve: { conditions: ['production', 'browser', 'module'] },
        optimizeDeps: { include: ['lit/html.js', 'axe-core', 'ical.js', 'fast-check'] },
        test: {
          name: 'widget',
          include: ['test/widget/**/*.test.ts'],
          // Says clearly what is missing where there is no browser; the other projects do not need one.
          globalSetup: './test/widget/support/browser.ts',
          sequence: { groupOrder: 9 },
          maxWorkers: 2,
          // A host of its own, so that `localhost` is another site.
          api: { host: '127.0.0.1' },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await installedBrowser().catch(() => ({})),
              contextOptions: { locale: 'en-GB' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], maxWorkers: 2 } },
      {
        // Databases of earlier releases. Each file runs workerd.
        test: {
          name: 'migrations',
          include: ['test/migrations/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The service as `npm start` runs it. After the others, two files at a time: each starts services of its own, with folders
        // and ports of their own.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          sequence: { groupOrder: 9 },
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
