import type { Words } from '../locales/words.ts'
import { make, openDialog, title } from './dialog.ts'

/**
 * Gives the link on: to what the device shares with, else into the clipboard. Returns what there is to tell the guest. Where the
 * browser allows neither, the link is shown to be copied by hand.
 */
export async function share(url: string, root: ShadowRoot, words: Words): Promise<string | undefined> {
  if (navigator.canShare?.({ url })) {
    const refused = await navigator.share({ url }).then(() => undefined, reason)
    // Whoever closes the menu wants nothing more.
    if (refused !== 'NotAllowedError') return undefined
  }
  try {
    await navigator.clipboard.writeText(url)
    return words.copied
  } catch {
    const link = make('input', { type: 'text', readonly: '', 'aria-labelledby': 'dialog-title', dir: 'ltr' })
    link.value = url
    openDialog(root, words, [title(words.copyThis), link])
    link.select()
    return undefined
  }
}

const reason = (error: unknown) => (error instanceof DOMException ? error.name : 'NotAllowedError')
