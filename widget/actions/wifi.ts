import type { ShowWifi } from '../guest-itinerary/render-context.ts'
import { wifiSections } from './wifi-section.ts'

/** The Wi-Fi of the hotels with its actions, whose code is loaded on demand. */
export const showWifi: ShowWifi = (itinerary, words, context, tools) =>
  wifiSections(itinerary, words, context, {
    ...tools,
    copyPassword: wifi =>
      context.actions?.run(
        wifi.source,
        () => import('./share.ts'),
        ({ copyPassword }, root) => copyPassword(wifi.password, root, words),
      ),
    showCode: wifi =>
      context.actions?.run(
        wifi.source,
        () => import('./wifi-code.ts'),
        async ({ showCode }, root) => showCode(wifi, root, words),
      ),
  })
