import { defineConfig } from 'vite'
import innlet from './package.json' with { type: 'json' }
import { noPreload } from './scripts/site/no-preload.ts'
import { pinned } from './scripts/site/pinned.ts'
import { referenceViewer } from './scripts/site/reference-viewer.ts'
import { slimLit } from './scripts/site/slim-lit.ts'
import { slimTemplates } from './scripts/site/slim-templates.ts'
import { words } from './scripts/site/words.ts'

/** The site: the widget as a module with a name that stays, the page for hotels, and the files that are served as they are. */
export default defineConfig({
  publicDir: 'widget/public',
  // Whoever builds, and with whatever NODE_ENV: hotels get Lit as it is meant for them.
  resolve: { conditions: ['production', 'browser', 'module'] },
  plugins: [
    slimTemplates(),
    slimLit(),
    noPreload(),
    pinned('widget/guest-itinerary', innlet.version),
    referenceViewer(),
    words(),
  ],
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: {
        'widget/guest-itinerary': 'widget/guest-itinerary/guest-itinerary.ts',
        'embed/embed': 'widget/embed/embed.ts',
      },
      output: {
        entryFileNames: '[name].js',
        // Their names change with their words, so that a script never meets the words of another version.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/widget/locales/')
            ? 'widget/locales/[name]-[hash:6].js'
            : 'widget/actions/[name]-[hash:6].js',
      },
    },
  },
})
