/**
 * Prints the stay without the surrounding page, from a copy in an invisible frame. Styles are copied as constructed stylesheets,
 * which every Content-Security-Policy allows.
 */
export async function print(element: HTMLElement): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = 'position: fixed; inset-inline-start: -9999px; inline-size: 190mm; block-size: 270mm; border: 0'
  document.body.append(frame)
  try {
    const { contentWindow: page, contentDocument: target } = frame
    if (!page || !target) throw new TypeError('The frame for printing has no document.')
    target.title = document.title
    const copy = copyOf(element, target, page as Window & typeof globalThis)
    target.body.append(copy)
    await Promise.all([addCodes(copy.shadowRoot), ...picturesOf(copy.shadowRoot)])
    // Some browsers print asynchronously: the frame stays until then.
    page.addEventListener('afterprint', () => frame.remove())
    page.focus()
    page.print()
  } catch (error) {
    frame.remove()
    throw error
  }
}

function copyOf(element: HTMLElement, target: Document, page: Window & typeof globalThis): HTMLElement {
  const copy = target.createElement(element.localName)
  const { fontFamily } = getComputedStyle(element)
  copy.style.fontFamily = fontFamily
  copy.setAttribute('theme', 'light')
  for (const name of ['--innlet-font', '--innlet-heading-font', '--innlet-heading-weight', '--innlet-accent']) {
    const value = getComputedStyle(element).getPropertyValue(name)
    if (value) copy.style.setProperty(name, value)
  }
  const slotted = [...element.children].filter(each => each.slot)
  copy.append(...slotted.map(each => target.importNode(each, true)))
  const root = copy.attachShadow({ mode: 'open' })
  const sheet = element.shadowRoot?.querySelector('.sheet')
  if (sheet) root.append(target.importNode(sheet, true))
  for (const note of root.querySelectorAll('details')) note.open = true
  const styles = (element.shadowRoot?.adoptedStyleSheets ?? []).map(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText).join('\n'),
  )
  root.adoptedStyleSheets = styles.map(rules => {
    const sheet = new page.CSSStyleSheet()
    sheet.replaceSync(rules)
    return sheet
  })
  return copy
}

/** A code beside each Wi-Fi. If its code does not load, the network and the password are printed without it. */
async function addCodes(root: ShadowRoot | null): Promise<void> {
  const sections = [...(root?.querySelectorAll('.wifi') ?? [])].filter(each => each.querySelector('.network'))
  if (!sections.length) return
  const { codeOf } = await import('./wifi-code.ts').catch(() => ({ codeOf: undefined }))
  for (const section of sections) {
    const textOf = (name: string) => section.querySelector(`.${name}`)?.textContent ?? ''
    const wifi = { network: textOf('network'), password: textOf('password') }
    if (codeOf) section.prepend(section.ownerDocument.importNode(codeOf(wifi, wifi.network), true))
  }
}

const picturesOf = (root: ShadowRoot | null) =>
  [...(root?.querySelectorAll('img') ?? [])].map(picture => picture.decode().catch(() => {}))
