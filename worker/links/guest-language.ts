import { languageOf } from '#write-stay'
import { siteFile } from '../http/site-file'
import { weightedValues } from '../http/weighted-values'
import type { IncomingRequest } from '../request-context'

/** The first of these languages that there are words for. The words are files of the site; if they cannot be read, English. */
const firstLanguage = (tags: readonly string[], incoming: IncomingRequest) =>
  languageOf(tags, locale => siteFile(`/page/words/${locale}.json`, incoming))

/** The language of a guest's page: the first of the browser's languages that there are words for. */
export const pageLanguage = (incoming: IncomingRequest) => firstLanguage(acceptedLanguages(incoming.request), incoming)

/** The language of a tag, such as `de` or `pt-BR`; English if there are no words for it. */
export const languageOfTag = (tag: string, incoming: IncomingRequest) => firstLanguage([tag], incoming)

/** The languages of `Accept-Language` by descending weight; none if the header is absent. */
const acceptedLanguages = ({ headers }: Request): string[] =>
  weightedValues(headers.get('accept-language'))
    .filter(({ value, weight }) => weight > 0 && value !== '' && value !== '*')
    .sort((one, other) => other.weight - one.weight)
    .map(({ value }) => value)
