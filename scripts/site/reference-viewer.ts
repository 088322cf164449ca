import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** The viewer of the API reference, served from our own site: its files as the package has them. */
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
