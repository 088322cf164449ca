import { type Plugin, runnerImport } from 'vite'

/** All contracts as one OpenAPI document, for the Worker to complete: described when the site is built, not when it is asked for. */
export function contracts(): Plugin {
  return {
    name: 'contracts',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ apiDocument: object }>('./worker/api-document.ts')
      this.emitFile({ type: 'asset', fileName: 'docs/contracts.json', source: JSON.stringify(module.apiDocument) })
    },
  }
}
