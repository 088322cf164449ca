import { html, LitElement } from 'lit'

class TodayPage extends LitElement {
  protected override render() {
    return html``
  }
}

customElements.define('console-today', TodayPage)
