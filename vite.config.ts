import { defineConfig } from 'vite'
import innlet from './package.json' with { type: 'json' }
import { contracts } from './scripts/site/contracts.ts'
import { noPreload } from './scripts/site/no-preload.ts'
import { pinned } from './scripts/site/pinned.ts'
import { slimLit } from './scripts/site/slim-lit.ts'
import { slimTemplates } from './scripts/site/slim-templates.ts'
import { words } from './scripts/site/words.ts'

/** The site: the widget as a module with a stable name, the page for hotels, the API reference, and static files. */
export default defineConfig({
  publicDir: 'widget/public',
  // Hotels always get Lit's production build, whatever NODE_ENV is.
  resolve: { conditions: ['production', 'browser', 'module'] },
  plugins: [
    slimTemplates(),
    slimLit(),
    noPreload(),
    pinned('widget/guest-itinerary', innlet.version),
    words(),
    contracts(),
  ],
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: {
        'widget/guest-itinerary': 'widget/guest-itinerary/guest-itinerary.ts',
        'embed/embed': 'widget/embed/embed.ts',
        'docs/reference': 'scripts/site/reference/browser/reference.ts',
      },
      output: {
        entryFileNames: '[name].js',
        // The names contain a hash of the content, so that a script never loads the words of another version.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/widget/locales/')
            ? 'widget/locales/[name]-[hash:6].js'
            : 'widget/actions/[name]-[hash:6].js',
      },
    },
  },
})
