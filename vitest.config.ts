import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedBrowser } from './scripts/chromium.ts'
import { LONG_FILES, LongFilesFirst } from './test/support/long-files-first.ts'
import { IN_NODE, IN_ONE_DATABASE, IN_TWO_DATABASES } from './test/support/partly-run.ts'
import { testSecrets } from './test/support/secrets.ts'
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts'
import { stubService } from './test/widget/support/stub-service.ts'

keepTemporaryFilesInMemory()
// Vitest and `npm start` run in many processes, and compiling the tools that they load takes much of their time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/innlet-compiled')

/** The Worker's tests in workerd. `bindings` are additional settings of a project. */
const worker = (bindings: Record<string, string> = {}, databases: readonly string[] = []) =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: { ...(await testSecrets()), ...bindings, MIGRATIONS: await readD1Migrations('./schema/migrations') },
      d1Databases: [...databases],
    },
  }))

/** The aliases of wrangler.toml, which Vitest does not read. */
const LIT = join(import.meta.dirname, 'worker/pages/lit.js')
const SERVER_LIT = { alias: { 'lit/directive-helpers.js': LIT, lit: LIT } }

// Long timeouts, for a busy machine. Without its own, `expect.poll` gives up after a second.
const PATIENT = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
const MORE_PATIENT = { ...PATIENT, testTimeout: 120_000, hookTimeout: 120_000 }

/** In CI a busy machine stops a browser for seconds. `.ci/run` names each test that passed at a later try only. */
const FURTHER_TRIES = process.env.CI ? { retry: 2 } : {}

/** What a project leaves out, but in the soak. */
const unlessSoak = (files: string[]) => (process.env.VITE_REPETITIONS === 'all' ? [] : files)

/** What `npm run test:quick` leaves out. */
const LEFT_OUT = process.env.QUICK ? LONG_FILES.map(path => `**${path}`) : []

/** One workerd runs many files: starting one and loading the Worker takes longer than the tests of most files. */
const IN_WORKERD = { ...PATIENT, maxWorkers: 2, isolate: false, setupFiles: './test/support/each-file.ts' }

const inChromium = async () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: await installedBrowser().catch(() => ({})),
    contextOptions: { locale: 'en-GB' },
  }),
  instances: [{ browser: 'chromium' as const }],
})

/** The tests of the client. Files about what a runtime decides run in each kind: connections, time limits, signals, signatures. */
const CLIENT = {
  ...PATIENT,
  include: ['test/client/**/*.test.ts'],
  globalSetup: ['./test/client/support/service.ts'],
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    globalSetup: './test/support/site.ts',
    // The log lines of the service are printed for failed tests only.
    silent: 'passed-only',
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './test/promises/reporter.ts', './test/support/slow-files-reporter.ts'],
    projects: [
      {
        plugins: [worker({ WEBHOOK_TARGETS: 'any' })],
        resolve: SERVER_LIT,
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          exclude: ['test/worker/shards/**', ...unlessSoak(IN_TWO_DATABASES), ...LEFT_OUT],
          globalSetup: './test/support/receiver-server.ts',
          ...IN_WORKERD,
        },
      },
      {
        // Two databases: the customers of the tests are in the second, which is bound as `DB`. Control data and another customer
        // are in the first. These files test what a second database can change: which database a request, a credential and a
        // link use, where a new customer is placed, and the guard statement of each batch. Every operation is among them
        // (trials/). Rules for the data of one customer do not depend on the database; the project above tests them.
        plugins: [worker({ WEBHOOK_TARGETS: 'any', DATABASES: 'CONTROL DB', NEW_CUSTOMERS: '1' }, ['CONTROL', 'DB'])],
        resolve: SERVER_LIT,
        test: {
          name: 'worker-two',
          include: [
            ...IN_TWO_DATABASES,
            ...[
              'shards/**',
              'trials/{faults,isolation,races}',
              'admin/status',
              'issuer/token',
              'partner-itinerary/{dead-links,issue-link}',
              'fetch-queue/health',
              '{bookmarks,clean-up}',
            ].map(files => `test/worker/${files}.test.ts`),
          ],
          exclude: unlessSoak(IN_ONE_DATABASE),
          globalSetup: './test/support/receiver-server.ts',
          ...IN_WORKERD,
        },
      },
      {
        plugins: [stubService()],
        resolve: { conditions: ['production', 'browser', 'module'] },
        optimizeDeps: { include: ['lit', 'axe-core', 'ical.js', 'fast-check', 'jsqr', 'lean-qr', '@zxing/library'] },
        test: {
          name: 'widget',
          include: ['test/widget/**/*.test.ts'],
          exclude: LEFT_OUT,
          ...PATIENT,
          // Reports clearly if there is no browser. The other projects need none.
          globalSetup: './test/widget/support/browser.ts',
          // Alone: beside the services of `e2e`, frames of the browser come seconds late.
          sequence: { groupOrder: 8 },
          maxWorkers: 2,
          ...FURTHER_TRIES,
          // A separate host, so that `localhost` is another site.
          api: { host: '127.0.0.1' },
          browser: await inChromium(),
        },
      },
      // One process runs many files: loading the catalog of promises and the contracts takes longer than most tests.
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], ...PATIENT, maxWorkers: 2, isolate: false } },
      {
        // Databases of earlier releases. Each file runs workerd.
        test: {
          name: 'migrations',
          include: ['test/migrations/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          ...MORE_PATIENT,
        },
      },
      // The client in each kind of runtime, in front of one service each.
      { test: { name: 'client-node', ...CLIENT } },
      {
        plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-10-01' } })],
        test: { name: 'client-workerd', ...CLIENT, exclude: unlessSoak(IN_NODE), isolate: false },
      },
      {
        test: {
          name: 'client-browser',
          ...CLIENT,
          exclude: unlessSoak(IN_NODE),
          globalSetup: [...CLIENT.globalSetup, './test/widget/support/browser.ts'],
          ...FURTHER_TRIES,
          browser: await inChromium(),
        },
      },
      {
        // The service as `npm start` runs it. These run after the other projects. Files with customers of their own share a service;
        // the others start services with their own folders and ports. While one file waits for a process, two others use both cores.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: './test/e2e/support/start-shared-service.ts',
          setupFiles: './test/e2e/support/each-file.ts',
          sequence: { groupOrder: 9 },
          maxWorkers: 3,
          // One process runs many files: loading the tools that they share takes half a second.
          isolate: false,
          ...MORE_PATIENT,
          ...FURTHER_TRIES,
        },
      },
    ],
  },
})
