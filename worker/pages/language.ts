import { languageOf } from '#write-stay'
import type { Asked } from '../exchange'
import { logFault } from '../http/log'
import { languagesOf } from './accept-language'

/** The language of a guest's page: the dearest of the browser's that we speak. Its words are files of the site. */
export const languageFor = (asked: Asked) => languageOf(languagesOf(asked.request), tongue => wordsOf(tongue, asked))

/** A page in English is better than none. */
async function wordsOf(tongue: string, { env, requestId }: Asked): Promise<unknown> {
  try {
    const answer = await env.ASSETS.fetch(`https://site/page/words/${tongue}.json`)
    if (answer.ok) return await answer.json()
    throw new Error(`no words of ${tongue}`)
  } catch (error) {
    logFault(requestId, error)
    return undefined
  }
}
