import { html, LitElement } from 'lit'

class NewPage extends LitElement {
  protected override render() {
    return html``
  }
}

customElements.define('console-new', NewPage)
