import type { Plugin } from 'vite'

/** Vite's wrapper around a dynamic import: `__vitePreload(…)`, with the destructured names of the import. */
const WRAPPED_IMPORT =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await (import\([^)]*\));?\s*return \{[^}]*\};?\s*\}|(import\([^)]*\)))\s*,[^()]*\)/g

/**
 * Removes Vite's preload wrapper. Each dynamic import is one small file without styles: the wrapper is larger than what it
 * saves.
 */
export function noPreload(): Plugin {
  return {
    name: 'no-preload',
    apply: 'build',
    enforce: 'pre',
    load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : undefined),
    renderChunk: { order: 'pre', handler: code => code.replace(WRAPPED_IMPORT, (_, named, whole) => named ?? whole) },
  }
}
