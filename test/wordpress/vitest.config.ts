import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from '../support/temporary-folder.ts'

keepTemporaryFilesInMemory()

/** `npm run test:wordpress`. It needs packages of Debian, so it is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/wordpress/**/*.test.ts'],
    globalSetup: './test/support/site.ts',
    setupFiles: './test/e2e/support/each-file.ts',
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
