/**
 * Prints the stay and nothing of the page around it: a copy of what is shown, on a page of its own that nobody sees. Styles are
 * carried over as stylesheets, which no Content-Security-Policy objects to.
 */
export async function print(element: HTMLElement): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = 'position: fixed; inset-inline-start: -9999px; inline-size: 190mm; block-size: 270mm; border: 0'
  document.body.append(frame)
  try {
    const { contentWindow: page, contentDocument: paper } = frame
    if (!page || !paper) throw new TypeError('There is nothing to print on.')
    paper.title = document.title
    const copy = copyOf(element, paper, page as Window & typeof globalThis)
    paper.body.append(copy)
    await Promise.all(picturesOf(copy.shadowRoot))
    // Some browsers print while the script goes on: the paper stays until it is printed.
    page.addEventListener('afterprint', () => frame.remove())
    page.focus()
    page.print()
  } catch (fault) {
    frame.remove()
    throw fault
  }
}

function copyOf(element: HTMLElement, paper: Document, page: Window & typeof globalThis): HTMLElement {
  const copy = paper.createElement(element.localName)
  const { fontFamily } = getComputedStyle(element)
  copy.style.fontFamily = fontFamily
  copy.setAttribute('theme', 'light')
  for (const name of ['--innlet-font', '--innlet-heading-font', '--innlet-heading-weight', '--innlet-accent']) {
    const value = getComputedStyle(element).getPropertyValue(name)
    if (value) copy.style.setProperty(name, value)
  }
  const slotted = [...element.children].filter(each => each.slot)
  copy.append(...slotted.map(each => paper.importNode(each, true)))
  const root = copy.attachShadow({ mode: 'open' })
  const sheet = element.shadowRoot?.querySelector('.sheet')
  if (sheet) root.append(paper.importNode(sheet, true))
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

const picturesOf = (root: ShadowRoot | null) =>
  [...(root?.querySelectorAll('img') ?? [])].map(picture => picture.decode().catch(() => {}))
