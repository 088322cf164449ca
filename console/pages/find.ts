import { html, LitElement } from 'lit'

class FindPage extends LitElement {
  protected override render() {
    return html``
  }
}

customElements.define('console-find', FindPage)
