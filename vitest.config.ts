import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedBrowser } from './scripts/chromium.ts'
import { testSecrets } from './test/support/secrets.ts'
import { stubService } from './test/widget/support/stub-service.ts'

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

export default defineConfig({
  test: {
    globalSetup: './test/support/site.ts',
    projects: [
      {
        plugins: [worker()],
        test: { name: 'worker', include: ['test/worker/**/*.test.ts'], exclude: ['test/worker/shards/**'], ...PATIENT },
      },
      {
        // The same with two databases: the tests' customers live in the second, which they know as `DB`; control data, and a
        // neighbour, in the first. Beside them what needs two databases.
        plugins: [worker({ DATABASES: 'CONTROL DB', NEW_CUSTOMERS: '1' }, ['CONTROL', 'DB'])],
        test: {
          name: 'worker-two',
          include: ['test/worker/**/*.test.ts'],
          // Of the plans those of a move are in shards/; the others are what they are with one database.
          exclude: ['test/worker/plans.test.ts'],
          ...PATIENT,
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
          fileParallelism: false,
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
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'] } },
      {
        // Databases of earlier releases. Each file runs workerd.
        test: {
          name: 'migrations',
          include: ['test/migrations/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The service as `npm start` runs it. One at a time, and after the others: each file starts services of its own.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          sequence: { groupOrder: 9 },
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
