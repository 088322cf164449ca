import type { Plugin } from 'vite'

/**
 * Removes white space from the templates of the element: what CSS does not need, and the indentation of HTML, where it is a space
 * like any other. A minified script has no other line that begins with two spaces.
 */
export function whiteSpace(entryName: string): Plugin {
  return {
    name: 'white-space',
    apply: 'build',
    transform: {
      filter: { id: /\/guest-itinerary\/styles\/[\w-]+\.ts$/ },
      handler: code => code.replace(/(?:css|= )`[^`]*`/g, withoutSpaces),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.name === entryName) file.code = file.code.replace(/\n {2,}/g, ' ')
      },
    },
  }
}

const withoutSpaces = (css: string) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
