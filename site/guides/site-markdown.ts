import { join, normalize } from 'node:path'
import { type Guide, titleOf } from './guides.ts'

/** The origins of the samples: on one's own machine, and of any installation. */
const ORIGINS = /http:\/\/localhost:8787|https:\/\/innlet\.example/g

/** A link, or the path of a page of the documentation in a text. */
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)|(?<![`/])\bdocs\/[a-z-]+\.md(?:#[\w-]+)?/g

/**
 * The Markdown of a guide as the site has it: with places for the address and the audience of the installation, which the
 * Worker fills in, and with links that lead to pages of the site. A link to any other page of the repository becomes its text. Pictures
 * are left out: they show pages that the site has. `addressOf` returns the
 * address of a guide by its name.
 */
export function siteMarkdown(guide: Guide, guides: readonly Guide[], addressOf: (name: string) => string): string {
  const folder = join(guide.path, '..')
  const linkTo = (text: string, target: string, from: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return `[${text}](${target})`
    const [file = '', anchor] = target.split('#')
    const path = normalize(join(from, file))
    const words = text.endsWith('.md') ? titleOf(path) : text
    const address = addressOfPath(path)
    return address ? `[${words}](${address}${anchor ? `#${anchor}` : ''})` : words
  }
  const addressOfPath = (path: string) => {
    if (path === 'docs/README.md') return addressOf('')
    const found = guides.find(each => each.path === path)
    return found && addressOf(found.name)
  }
  const withLinks = (text: string) =>
    text.replace(LINK, (match, mark, words, target) => {
      if (words === undefined) return linkTo('.md', match, '.')
      return mark ? '' : linkTo(words, target, folder)
    })
  return outsideOfBlocks(guide.text, withLinks).replace(ORIGINS, '{PUBLIC_URL}').replaceAll('innlet-api', '{AUDIENCE}')
}

/** Changes a text, but not its blocks of code. */
const outsideOfBlocks = (text: string, change: (part: string) => string) =>
  text
    .split(/(^ *```[\s\S]*?^ *```$)/gm)
    .map((part, index) => (index % 2 ? part : change(part)))
    .join('')
