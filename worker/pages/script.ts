import type { PinnedScript } from '../../widget/embed/snippet'
import { siteFile } from '../http/site-file'
import type { IncomingRequest } from '../request-context'
import type { Env } from '../settings'

const scriptPaths = new WeakMap<Env, string>()

/**
 * The path of the widget's script under its content hash, so that a browser with the cached script of an earlier release does
 * not run it on a page of this release. The file of the site is read once per isolate; without it the unversioned path is used.
 */
export async function widgetScript(incoming: IncomingRequest): Promise<string> {
  const script =
    scriptPaths.get(incoming.env) ?? (await siteFile<PinnedScript>('/widget/latest.json', incoming))?.script
  if (!script) return '/widget/guest-itinerary.js'
  scriptPaths.set(incoming.env, script)
  return script
}
