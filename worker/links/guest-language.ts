import { languageOf } from '#write-stay'
import { siteFile } from '../http/site-file'
import type { IncomingRequest } from '../request-context'

/** The first of these languages that there are words for. The words are files of the site; if they cannot be read, English. */
const firstLanguage = (tags: readonly string[], incoming: IncomingRequest) =>
  languageOf(tags, locale => siteFile(`/page/words/${locale}.json`, incoming))

/** The language of a guest's page: the first of the browser's languages that there are words for. */
export const pageLanguage = (incoming: IncomingRequest) => firstLanguage(acceptedLanguages(incoming.request), incoming)

/** The language of a tag, such as `de` or `pt-BR`; English if there are no words for it. */
export const languageOfTag = (tag: string, incoming: IncomingRequest) => firstLanguage([tag], incoming)

/** More tags than any browser sends; the rest of a longer list is not read. */
const MAX_TAGS = 20

/** The languages of `Accept-Language` (RFC 9110, section 12.5.4) by descending weight; none if the header is absent. */
function acceptedLanguages(request: Request): string[] {
  const header = request.headers.get('accept-language') ?? ''
  return header
    .split(',', MAX_TAGS)
    .map(range => {
      const [tag = '', ...parameters] = range.split(';').map(part => part.trim())
      const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => weight > 0 && tag !== '' && tag !== '*')
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
