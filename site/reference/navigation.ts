import { html, nothing } from 'lit'

/** A link of the navigation. Those below it are visible while the page, or the page of one of them, is open. */
interface NavigationItem {
  title: string
  address: string
  inner?: NavigationItem[]
}

/** Links with a heading; the first ones have none. */
export interface NavigationPart {
  title?: string
  items: NavigationItem[]
}

/** On a wide screen the list is always visible. `current` is the address of the page. */
export const navigation = (parts: readonly NavigationPart[], current: string) => html`
  <details class="contents">
    <summary>Contents</summary>
    ${parts.map(
      ({ title, items }) => html`
        ${title ? html`<p class="part">${title}</p>` : nothing}
        <ul>${items.map(item => itemOf(item, current))}</ul>
      `,
    )}
  </details>
`

function itemOf({ title, address, inner = [] }: NavigationItem, current: string): unknown {
  const isOpen = inner.length > 0 && [address, ...inner.map(each => each.address)].includes(current)
  return html`
    <li>
      <a href="${address}" aria-current="${address === current ? 'page' : 'false'}">${title}</a>
      ${isOpen ? html`<ul>${inner.map(each => itemOf(each, current))}</ul>` : nothing}
    </li>
  `
}
