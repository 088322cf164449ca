/** Defines a property for each attribute, in both directions. Setting null or undefined removes the attribute. */
export function reflectAttributes(prototype: HTMLElement, attributes: Record<string, string>): void {
  for (const [property, attribute] of Object.entries(attributes)) {
    Object.defineProperty(prototype, property, {
      get(this: HTMLElement) {
        return this.getAttribute(attribute)
      },
      set(this: HTMLElement, value: string | number | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(attribute)
        else this.setAttribute(attribute, String(value))
      },
    })
  }
}

/** Properties that the page set before the element was defined shadow the accessors of its class: they are set again. */
export function upgradeProperties(element: HTMLElement, prototype: HTMLElement): void {
  const own = element as unknown as Record<string, unknown>
  for (const name of Object.keys(own).filter(each => each in prototype)) {
    const value = own[name]
    delete own[name]
    own[name] = value
  }
}
