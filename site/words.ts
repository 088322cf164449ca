import type { Plugin } from 'vite'
import { LOAD_WORDS } from '../widget/locales/index.ts'

/**
 * The words of each language but English as a JSON file. The Worker loads those that a guest's page needs, so that its script stays
 * small.
 */
export function words(): Plugin {
  return {
    name: 'words',
    apply: 'build',
    async generateBundle() {
      const { en: _, ...others } = LOAD_WORDS
      for (const [tag, load] of Object.entries(others)) {
        const { words } = await load()
        this.emitFile({ type: 'asset', fileName: `page/words/${tag}.json`, source: JSON.stringify(words) })
      }
    },
  }
}
