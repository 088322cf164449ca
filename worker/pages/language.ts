import { languageOf } from '#write-stay'
import { siteFile } from '../http/site-file'
import type { IncomingRequest } from '../request-context'
import { languagesOf } from './accept-language'

/**
 * The language of a guest's page: the dearest of the browser's that we speak. Its words are files of the site; without them, a page
 * in English is better than none.
 */
export const pageLanguage = (asked: IncomingRequest) =>
  languageOf(languagesOf(asked.request), locale => siteFile(`/page/words/${locale}.json`, asked))
