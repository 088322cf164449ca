import type { Plugin } from 'vite'

/**
 * Removes the indentation in templates of the element, HTML and CSS, where it is a space like any other. A minified script has no
 * other line that begins with two spaces.
 */
export function indentation(entryName: string): Plugin {
  return {
    name: 'indentation',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.name === entryName) file.code = file.code.replace(/\n {2,}/g, ' ')
      },
    },
  }
}
