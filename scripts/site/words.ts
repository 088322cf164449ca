import type { Plugin } from 'vite'
import { LOCALES } from '../../widget/locales/locales.ts'

/** The widget's words as plain files, for the Worker: it writes a guest's page in them without carrying them all. */
export function words(): Plugin {
  return {
    name: 'words',
    apply: 'build',
    async generateBundle() {
      for (const tongue of LOCALES) {
        const { words } = await import(`../../widget/locales/${tongue}.ts`)
        this.emitFile({ type: 'asset', fileName: `page/words/${tongue}.json`, source: JSON.stringify(words) })
      }
    },
  }
}
