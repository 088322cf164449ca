import type { Words } from '../locales/words.ts'
import { createElement, openDialog, title } from './dialog.ts'

/**
 * Shares the link with the device's share menu, else copies it to the clipboard. Returns the message for the guest. If the
 * browser allows neither, a dialog shows the link for copying by hand.
 */
export async function share(url: string, root: ShadowRoot, words: Words): Promise<string | undefined> {
  if (navigator.canShare?.({ url })) {
    const failure = await navigator.share({ url }).then(() => undefined, nameOf)
    // An AbortError means that the guest closed the menu.
    if (failure !== 'NotAllowedError') return undefined
  }
  try {
    await navigator.clipboard.writeText(url)
    return words.copied
  } catch {
    const link = createElement('input', { type: 'text', readonly: '', 'aria-labelledby': 'dialog-title', dir: 'ltr' })
    link.value = url
    openDialog(root, words, [title(words.copyThis), link])
    link.select()
    return undefined
  }
}

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : 'NotAllowedError')
