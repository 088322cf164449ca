import { html } from 'lit'
import type { Page } from './layout.ts'

/** The page of an address that nothing serves. */
export const MISSING_PAGE: Page = {
  address: '',
  title: 'There is no such page · Innlet',
  description: 'Nothing is at this address.',
  main: html`
    <h1>There is no such page</h1>
    <p>Nothing is at this address. The link may be damaged, or the page has another name now.</p>
    <ul>
      <li><a href="/docs/guides/quick-start">Quick start</a>: the first booking.</li>
      <li><a href="/docs">Documentation</a>: all guides and operations. The search above finds a word in them.</li>
      <li><a href="/status">Status</a>: whether the service works.</li>
    </ul>
    <p>Looking for your stay? Open the link that your hotel sent you. If it is lost, the hotel can send a new one.</p>
  `,
}
