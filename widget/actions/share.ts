import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Translator } from '../guest-itinerary/translator.ts'
import type { Words } from '../locales/words.ts'
import { addressText, type WriteAddress } from './address-text.ts'
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
  const link = createElement('input', { type: 'text', dir: 'ltr' })
  return copy({ text: url, field: link, heading: words.copyThis, done: words.copied }, root, words)
}

/** Copies an address of several lines. Returns the message for the guest. */
export const copyAddress = (
  hotel: Hotel,
  root: ShadowRoot,
  translator: Translator,
  write: WriteAddress,
): Promise<string | undefined> => {
  const { words } = translator
  const text = addressText(hotel, write, translator).join('\n')
  const field = createElement('textarea', { rows: String(text.split('\n').length), dir: 'auto' })
  return copy({ text, field, heading: words.copyAddress, done: words.addressCopied }, root, words)
}

/** Copies the password of a Wi-Fi. Returns the message for the guest. */
export const copyPassword = (
  { password, heading, done }: { password: string; heading: string; done: string },
  root: ShadowRoot,
  words: Words,
): Promise<string | undefined> => {
  const field = createElement('input', { type: 'text', dir: 'ltr' })
  return copy({ text: password, field, heading, done }, root, words)
}

interface CopiedText {
  text: string
  /** Shows the text, below the heading. */
  field: HTMLInputElement | HTMLTextAreaElement
  heading: string
  /** The message for the guest. */
  done: string
}

/** Copies a text. If the browser does not allow it, a dialog shows the text in a field. */
async function copy(
  { text, field, heading, done }: CopiedText,
  root: ShadowRoot,
  words: Words,
): Promise<string | undefined> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    field.readOnly = true
    field.setAttribute('aria-labelledby', 'dialog-title')
    field.value = text
    openDialog(root, words, [title(heading), field])
    field.select()
    return undefined
  }
}

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : 'NotAllowedError')
