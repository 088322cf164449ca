import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Copies the files of Swagger UI from its package, so that our own site serves them. */
export function referenceViewer(): Plugin {
  const { resolve } = createRequire(import.meta.url)
  return {
    name: 'reference-viewer',
    apply: 'build',
    generateBundle() {
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
        this.emitFile({
          type: 'asset',
          fileName: `docs/${file}`,
          source: readFileSync(resolve(`swagger-ui-dist/${file}`)),
        })
      }
    },
  }
}
