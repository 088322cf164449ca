import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { ApiDocument } from './reference/document.ts'
import { referenceFiles } from './reference/pages.ts'
import { reportPages } from './reference/report-pages.ts'

const FOLDER = join(import.meta.dirname, 'reference/styles')

/** The parts of the style sheet. A later part overrides an earlier one. */
const STYLES = ['page', 'header', 'operation', 'samples', 'report']

/**
 * The OpenAPI document of all contracts and the pages of the reference, generated with the site instead of on request. The Worker
 * completes both.
 */
export function contracts(): Plugin {
  return {
    name: 'contracts',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ apiDocument: ApiDocument }>('./worker/api-document.ts')
      const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: `docs/${name}`, source })
      emit('contracts.json', JSON.stringify(module.apiDocument))
      emit('reference.css', STYLES.map(name => readFileSync(join(FOLDER, `${name}.css`), 'utf8')).join('\n'))
      for (const [name, content] of Object.entries(referenceFiles(module.apiDocument, await reportPages()))) {
        emit(name, content)
      }
    },
  }
}
