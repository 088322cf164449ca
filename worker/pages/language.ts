import { languageOf } from '#write-stay'
import type { Asked } from '../exchange'
import { languagesOf } from './accept-language'
import { siteFile } from './site-file'

/**
 * The language of a guest's page: the dearest of the browser's that we speak. Its words are files of the site; without them, a page
 * in English is better than none.
 */
export const languageFor = (asked: Asked) =>
  languageOf(languagesOf(asked.request), tongue => siteFile(`/page/words/${tongue}.json`, asked))
