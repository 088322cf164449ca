/** The first element of a selector. The build writes it, so that its absence is a defect. */
export function required<E extends Element>(selector: string, parent: ParentNode = document): E {
  const found = parent.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

/** A new element with text or children. */
export function element(name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}
