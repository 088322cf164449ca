import { defineConfig } from 'vite'
import innlet from './package.json' with { type: 'json' }
import { consolePages } from './site/console.ts'
import { contracts } from './site/contracts.ts'
import { downloads } from './site/downloads.ts'
import { embedPage } from './site/embed-page.ts'
import { LICENCE_COMMENT, LICENCE_LIST, licences } from './site/licences.ts'
import { pageScripts } from './site/page-scripts.ts'
import { pinned } from './site/pinned.ts'
import { whiteSpace } from './site/white-space.ts'
import { words } from './site/words.ts'

/** The site: the widget as a module with a stable name, the page for hotels, the API reference, and static files. */
export default defineConfig({
  publicDir: 'widget/public',
  // Hotels always get Lit's production build, whatever NODE_ENV is.
  resolve: { conditions: ['production', 'browser', 'module'] },
  plugins: [
    whiteSpace('widget/guest-itinerary'),
    pinned('widget/guest-itinerary', innlet.version),
    pageScripts({
      'docs/reference.js': 'site/reference/browser/reference.ts',
      'embed/embed.js': 'widget/embed/embed.ts',
      'page/dead-link.js': 'widget/page/dead-link.ts',
      'page/itinerary.js': 'widget/page/itinerary.ts',
      'page/service-worker.js': 'widget/page/service-worker.ts',
    }),
    words(),
    embedPage(),
    consolePages(),
    contracts(),
    downloads(innlet.version),
    licences(),
  ],
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    license: LICENCE_LIST,
    // As a library, so that Vite does not add the code that preloads chunks: the chunks of the widget have no imports to preload.
    lib: { entry: { 'widget/guest-itinerary': 'widget/guest-itinerary/guest-itinerary.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        // Vite leaves the white space in libraries.
        minify: true,
        postBanner: LICENCE_COMMENT,
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
