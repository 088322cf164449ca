import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedBrowser } from './scripts/chromium.ts'
import { testSecrets } from './test/support/secrets.ts'
import { stubService } from './test/widget/support/stub-service.ts'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { ...(await testSecrets()), MIGRATIONS: await readD1Migrations('./schema/migrations') },
            },
          })),
        ],
        // A busy machine is slow, not wrong.
        test: { name: 'worker', include: ['test/worker/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
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
