import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { withShell } from './shell.ts'

const PAGE = join(import.meta.dirname, '../widget/embed/page.html')

/** The page for hotels. */
export function embedPage(): Plugin {
  return {
    name: 'embed-page',
    apply: 'build',
    generateBundle() {
      const source = withShell(readFileSync(PAGE, 'utf8'), { current: '/embed' })
      this.emitFile({ type: 'asset', fileName: 'embed.html', source })
    },
  }
}
