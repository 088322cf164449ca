import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { testSecrets } from './test/support/secrets.ts'

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
        test: { name: 'worker', include: ['test/worker/**/*.test.ts'] },
      },
    ],
  },
})
