import type { Plugin } from 'vite'

/** What Vite puts around an import on demand: `__vitePreload(…)`, with the names that are taken from what is imported. */
const WRAPPED =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await (import\([^)]*\));?\s*return \{[^}]*\};?\s*\}|(import\([^)]*\)))\s*,[^()]*\)/g

/**
 * What is imported on demand is one small file without styles of its own: what Vite would put around such an import is larger
 * than what it saves.
 */
export function noPreload(): Plugin {
  return {
    name: 'no-preload',
    apply: 'build',
    enforce: 'pre',
    load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : undefined),
    renderChunk: { order: 'pre', handler: code => code.replace(WRAPPED, (_, named, whole) => named ?? whole) },
  }
}
