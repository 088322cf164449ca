import type { ShowWifi } from '../guest-itinerary/render-context.ts'
import { wifiSections } from './wifi-section.ts'
// Its rules for the Wi-Fi are loaded before the first Wi-Fi is shown.
import './paper-sheet.ts'

/** The Wi-Fi of the hotels with its actions, whose code is loaded on demand. */
export const showWifi: ShowWifi = (itinerary, own, context, tools) =>
  wifiSections(itinerary, own, context, {
    ...tools,
    copyPassword: ({ password, source }, { copy, copied }) =>
      context.actions?.run(
        source,
        () => import('./share.ts'),
        ({ copyPassword }, root, { translator }) =>
          copyPassword({ password, heading: copy, done: copied }, root, translator.words),
      ),
    showCode: (wifi, words) =>
      context.actions?.run(
        wifi.source,
        () => import('./wifi-code.ts'),
        async ({ showCode }, root, { translator }) => showCode(wifi, words, root, translator.words),
      ),
  })
