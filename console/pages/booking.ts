import { html, LitElement } from 'lit'

class BookingPage extends LitElement {
  protected override render() {
    return html``
  }
}

customElements.define('console-booking', BookingPage)
