import { type Plugin, runnerImport } from 'vite'

/** The OpenAPI document of all contracts, generated with the site instead of on request. The Worker completes it. */
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
