import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The site: the widget as a module with a name that stays, and the files that are served as they are. */
export default defineConfig({
  publicDir: 'widget/public',
  // Whoever builds, and with whatever NODE_ENV: hotels get Lit as it is meant for them.
  resolve: { conditions: ['production', 'browser', 'module'] },
  plugins: [slimTemplates(), noPreload(), referenceViewer()],
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { 'guest-itinerary': 'widget/guest-itinerary/guest-itinerary.ts' },
      output: {
        entryFileNames: 'widget/[name].js',
        // Their names change with their words, so that a script never meets the words of another version.
        chunkFileNames: 'widget/locales/[name]-[hash].js',
      },
    },
  },
})

/** Line breaks and indentation in html`…` and css`…` help whoever reads the source, and nobody else. */
function slimTemplates(): Plugin {
  const slimHtml = (code: string) =>
    code
      .replace(/\n\s+/g, '\n')
      .replace(/html`\n/g, 'html`')
      .replace(/>\n(?=<|\$\{)/g, '>')
      .replace(/\}\n(?=<)/g, '}')
      .replace(/>\n`/g, '>`')
  const slimCss = (code: string) =>
    code.replace(/css`[^`]*`/g, rules =>
      rules
        .replace(/\s+/g, ' ')
        .replace(/\s*([{};,`])\s*/g, '$1')
        .replace(/: /g, ':')
        .replace(/;\}/g, '}'),
    )
  const ours = join(import.meta.dirname, 'widget/')
  return {
    name: 'slim-templates',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.startsWith(ours) ? slimCss(slimHtml(code)) : undefined),
  }
}

/** A language is one small file without styles of its own: what Vite would put around its import is larger than the file. */
function noPreload(): Plugin {
  return {
    name: 'no-preload',
    apply: 'build',
    enforce: 'pre',
    load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : undefined),
  }
}

/** The viewer of the API reference, served from our own site: its files as the package has them. */
function referenceViewer(): Plugin {
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
