import type { Plugin } from 'vite'

/** A language is one small file without styles of its own: what Vite would put around its import is larger than the file. */
export function noPreload(): Plugin {
  return {
    name: 'no-preload',
    apply: 'build',
    enforce: 'pre',
    load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : undefined),
  }
}
