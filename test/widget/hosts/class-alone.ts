import { GuestItinerary } from '@innlet/guest-itinerary/element'

/* A page that takes the class alone, and registers it under a name of its own. */

const registered = customElements.get('guest-itinerary') !== undefined
customElements.define('my-stay', class extends GuestItinerary {})

const element = document.createElement('my-stay')
element.setAttribute('token', new URLSearchParams(location.search).get('token') ?? '')
element.setAttribute('lang', 'en')
document.body.append(element)
document.body.dataset.registered = String(registered)
