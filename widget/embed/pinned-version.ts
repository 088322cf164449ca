import { html } from 'lit'
import type { PinnedScript } from './snippet.ts'

/** The address and the integrity value of the script that never changes. */
export const pinnedVersion = ({ script, integrity, version }: PinnedScript) => html`
  <h3>Version <span id="version">${version}</span></h3>
  <p>It never changes under this address, and browsers refuse it if it is not what the integrity value says.</p>
  <dl>
    <dt>Address</dt>
    <dd><code id="pinned-address" translate="no">${location.origin}${script}</code></dd>
    <dt>Integrity</dt>
    <dd><code id="integrity" translate="no">${integrity}</code></dd>
  </dl>
`
