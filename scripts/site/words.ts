import type { Plugin } from 'vite'
import { LOCALES } from '../../widget/locales/words.ts'

/** The widget's words as JSON files. The Worker loads those that a guest's page needs, so that its script stays small. */
export function words(): Plugin {
  return {
    name: 'words',
    apply: 'build',
    async generateBundle() {
      for (const language of LOCALES) {
        const { words } = await import(`../../widget/locales/${language}.ts`)
        this.emitFile({ type: 'asset', fileName: `page/words/${language}.json`, source: JSON.stringify(words) })
      }
    },
  }
}
