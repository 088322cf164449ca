import type { Words } from '../locales/words.ts'

const styles = new CSSStyleSheet()
styles.replaceSync(`
  dialog { position: fixed; inset: auto 0 0; inline-size: 100%; max-inline-size: none; max-block-size: 90%; padding: 1.5em 1.25em calc(1.25em + env(safe-area-inset-bottom)); overflow: auto;
    border: 1px solid transparent; border-radius: 18px 18px 0 0; background: var(--surface); color: var(--text); font: inherit; box-shadow: 0 12px 48px rgb(0 0 0 / 0.28) }
  dialog::backdrop { background: rgb(0 0 0 / 0.45) }
  dialog h2 { font-family: var(--innlet-heading-font, inherit); font-weight: var(--innlet-heading-weight, 500); font-size: 1.35em; line-height: 1.2; padding-inline-end: 2em }
  dialog p { margin-block-start: 0.25em; color: var(--muted) }
  dialog ul { list-style: none; margin-block: 1em 0 }
  dialog li + li { border-block-start: 1px solid var(--line) }
  dialog li a { display: block; padding: 0.85em 0.25em; color: var(--ink); font-weight: 600; text-decoration: none }
  dialog li a:hover { background: var(--wash) }
  dialog :is(input, textarea) { display: block; resize: none; inline-size: 100%; margin-block-start: 1em; padding: 0.7em; border: 1px solid var(--muted); border-radius: 8px; background: none; color: inherit; font: inherit }
  dialog .close { position: absolute; inset-block-start: 0.875em; inset-inline-end: 0.875em; inline-size: 44px; block-size: 44px; border: 0; border-radius: 50%; background: none; color: var(--muted); font: inherit; cursor: pointer }
  dialog .close:hover { background: var(--wash) }
  dialog .close::before { content: '✕' }
  @media (min-width: 30em) {
    dialog { inset: 0; margin: auto; inline-size: 24em; block-size: fit-content; border-radius: 18px; padding: 1.75em }
  }
`)

/**
 * A modal dialog in the colours of the sheet. Focus stays in it. Escape and a click outside close it, and the focus returns to
 * the element that had it. `onClose` runs when it closes.
 */
export function openDialog(
  root: ShadowRoot,
  words: Words,
  content: Node[],
  onClose = () => {},
  part = 'menu',
): HTMLDialogElement {
  if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(styles)
  const close = createElement('button', { class: 'close', type: 'button', 'aria-label': words.close })
  const dialog = createElement('dialog', { class: part, part, 'aria-labelledby': 'dialog-title' }, ...content, close)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    onClose()
  })
  root.querySelector('.sheet')?.append(dialog)
  dialog.showModal()
  return dialog
}

export const title = (text: string) => createElement('h2', { id: 'dialog-title' }, text)

/** Creates an element with attributes and content. Strings become text nodes, never markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...content)
  return element
}
