import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { ApiDocument } from './reference/document.ts'
import { referenceFiles } from './reference/pages.ts'
import { reportPages } from './reference/report-pages.ts'

const FOLDER = join(import.meta.dirname, 'reference/styles')

/** The parts of the style sheet. A later part overrides an earlier one. */
const STYLES = ['page', 'header', 'operation', 'samples', 'report']

interface ApiDocumentModule {
  apiDocument: ApiDocument
  operationIds: string[]
}

/**
 * The OpenAPI document of all contracts and the pages of the reference, generated with the site instead of on request. The Worker
 * completes both.
 */
export function contracts(): Plugin {
  return {
    name: 'contracts',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<ApiDocumentModule>('./worker/api-document.ts', { configFile: false })
      const { apiDocument, operationIds } = module
      const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: `docs/${name}`, source })
      emit('contracts.json', JSON.stringify(apiDocument))
      emit('reference.css', STYLES.map(name => readFileSync(join(FOLDER, `${name}.css`), 'utf8')).join('\n'))
      const files = referenceFiles(apiDocument, { operationIds, reports: await reportPages() })
      for (const [name, content] of Object.entries(files)) emit(name, content)
    },
  }
}
