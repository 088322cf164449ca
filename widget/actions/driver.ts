import type { Words } from '../locales/words.ts'
import { createElement, openDialog } from './dialog.ts'

/** A hotel's address as a driver reads it. */
export interface DriverAddress {
  name: string
  lines: readonly string[]
  /** in groups; empty if it is not known */
  phone: string
  /** for `lang`; empty if it is not known */
  language: string
}

// Black on white and at least 32 pixels, whatever the colours and the text size of the page: it is read at arm's length.
const styles = new CSSStyleSheet()
styles.replaceSync(`
  dialog.driver-view { inset: 0; margin: 0; inline-size: 100%; max-inline-size: none; block-size: 100%; max-block-size: none; border: 0; border-radius: 0;
    padding: calc(72px + env(safe-area-inset-top)) max(24px, env(safe-area-inset-right)) calc(24px + env(safe-area-inset-bottom)) max(24px, env(safe-area-inset-left));
    color-scheme: light; background: #fff; color: #000; font-size: max(32px, min(11vmin, 72px)); line-height: 1.25 }
  dialog.driver-view[open] { display: grid; align-content: safe center }
  dialog.driver-view :is(h2, p) { margin: 0; padding: 0; color: #000; font: inherit; text-align: start; text-wrap: pretty }
  dialog.driver-view h2 { margin-block-end: 0.4em; font-weight: 700 }
  dialog.driver-view p + p { margin-block-start: 0.3em }
  dialog.driver-view .phone { margin-block-start: 0.7em; white-space: nowrap; font-size: max(32px, 0.8em) }
  dialog.driver-view .close { position: fixed; inset: calc(12px + env(safe-area-inset-top)) calc(12px + env(safe-area-inset-right)) auto auto; inline-size: 48px; block-size: 48px; background: #fff; color: #000; font-size: 24px }
  dialog.driver-view:dir(rtl) .close { inset-inline: auto calc(12px + env(safe-area-inset-left)) }
  dialog.driver-view .close:hover { background: #eee }
`)

/** Shows the name and the address in large letters, on the whole screen, which stays awake until the guest closes it. */
export function showDriver(root: ShadowRoot, { name, lines, phone, language }: DriverAddress, words: Words): void {
  if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(styles)
  const attributes = { lang: language, dir: 'auto', translate: 'no' }
  const heading = createElement('h2', { ...attributes, id: 'dialog-title' }, name || words.hotel)
  const address = lines.map(line => createElement('p', attributes, line))
  const call = phone
    ? [createElement('p', { ...attributes, class: 'phone' }, createElement('bdi', { dir: 'ltr' }, phone))]
    : []
  openDialog(root, words, [heading, ...address, ...call], keepAwake(), 'driver-view')
}

/**
 * Keeps the screen awake until the returned function runs. The browser ends a lock when the page is hidden, so that it is
 * requested again when the guest comes back. Browsers without it, or with little battery, let the screen sleep as usual.
 */
function keepAwake(): () => void {
  let isOpen = true
  let lock: WakeLockSentinel | undefined
  const request = async () => {
    if (document.visibilityState !== 'visible') return
    const requested = await (navigator.wakeLock as WakeLock | undefined)?.request('screen').catch(() => undefined)
    if (isOpen) lock = requested
    else await requested?.release()
  }
  document.addEventListener('visibilitychange', request)
  request()
  return () => {
    isOpen = false
    document.removeEventListener('visibilitychange', request)
    lock?.release()
  }
}
