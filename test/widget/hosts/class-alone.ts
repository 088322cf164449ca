import { GuestItinerary } from '@innlet/guest-itinerary/element'

/* A page that imports only the class and registers it under another name. */

const registered = customElements.get('guest-itinerary') !== undefined
customElements.define('my-stay', class extends GuestItinerary {})

const element = document.createElement('my-stay')
element.setAttribute('token', new URLSearchParams(location.search).get('token') ?? '')
element.setAttribute('lang', 'en')
document.body.append(element)
document.body.dataset.registered = String(registered)
