import type { GuestItinerary } from '../guest-itinerary/element.ts'
import { type ForgetMessage, type KeepMessage, SCOPE } from './markers.ts'

/* Makes the guest's page available offline: registers the service worker and sends it what to store. */

// Undefined in a page that is not secure, and in some private windows.
const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined

/** Milliseconds. */
const LONGEST_WAIT = 10_000

/** Set when the guest deletes the stored stay: it is not stored again while the page stays open. */
let isForgotten = false

/** The first visit loads before the worker is active, so the worker fetches the page and its files again. */
async function storeFirstVisit(serviceWorker: ServiceWorkerContainer): Promise<void> {
  const { controller } = serviceWorker
  await serviceWorker.register('/page/service-worker.js', { scope: SCOPE })
  if (controller) return
  const { active } = await serviceWorker.ready
  await elementIsReady()
  if (isForgotten) return
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const isPicture = ({ initiatorType }: PerformanceResourceTiming) => initiatorType === 'img'
  const message: KeepMessage = {
    keep: location.pathname,
    files: loaded.filter(entry => !isPicture(entry)).map(({ name }) => name),
    pictures: loaded.filter(isPicture).map(({ name }) => name),
  }
  active?.postMessage(message)
}

/** Resolves when the element has loaded the words of the guest's language; after some time also if its script does not load. */
async function elementIsReady(): Promise<void> {
  const element = document.querySelector<GuestItinerary>('guest-itinerary')
  const ready = customElements.whenDefined('guest-itinerary').then(() => element?.updateComplete)
  await Promise.race([element && ready, new Promise(resolve => setTimeout(resolve, LONGEST_WAIT))])
}

/** Resolves when the stay is deleted from this device. */
async function forget(serviceWorker: ServiceWorkerContainer): Promise<void> {
  isForgotten = true
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('innlet:')) localStorage.removeItem(key)
  } catch {
    // A browser that refuses storage has nothing stored.
  }
  const worker = (await serviceWorker.getRegistration(SCOPE))?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  const confirmed = new Promise<boolean>(resolve => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  const message: ForgetMessage = { forget: location.pathname }
  worker.postMessage(message, [port2])
  if (!(await confirmed)) throw new Error('The stored stay could not be deleted.')
}

/** The service renders the button hidden, in the guest's language. */
function showForgetButton(serviceWorker: ServiceWorkerContainer): void {
  const container = document.querySelector<HTMLElement>('.kept')
  const button = container?.querySelector('button')
  const status = container?.querySelector<HTMLElement>('[role=status]')
  if (!container || !button || !status) return
  container.hidden = false
  button.addEventListener('click', async () => {
    if (isForgotten) return
    button.ariaDisabled = 'true'
    try {
      await forget(serviceWorker)
      status.textContent = status.dataset.done ?? ''
    } catch {
      isForgotten = false
      button.ariaDisabled = null
    }
  })
}

// The page works without a service worker too.
if (serviceWorker) {
  showForgetButton(serviceWorker)
  addEventListener('load', () => storeFirstVisit(serviceWorker).catch(() => {}))
  // The element refreshes the visible stay; this refreshes the stored copy.
  addEventListener('online', () => {
    const message: KeepMessage = { keep: location.pathname }
    if (!isForgotten) serviceWorker.controller?.postMessage(message)
  })
}
