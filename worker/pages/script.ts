import type { PinnedScript } from '../../widget/embed/snippet'
import { siteFile } from '../http/site-file'
import type { IncomingRequest } from '../request-context'
import type { Env } from '../settings'

const pinned = new WeakMap<Env, string>()

/**
 * The path of the widget's script under the name that says what is in it: a browser that keeps the script of an earlier release
 * does not take over with it what was written by this one. The site is asked once an isolate; where it does not say, it is the name
 * that stays.
 */
export async function widgetScript(asked: IncomingRequest): Promise<string> {
  const script = pinned.get(asked.env) ?? (await siteFile<PinnedScript>('/widget/latest.json', asked))?.script
  if (!script) return '/widget/guest-itinerary.js'
  pinned.set(asked.env, script)
  return script
}
