/* Makes the guest's page available offline: registers the service worker and tells it what to store. */

const { serviceWorker } = navigator
const SCOPE = '/itinerary/'

/** Set when the guest deletes the stored stay: it is not stored again while the page stays open. */
let isForgotten = false

/** The first visit loads before the worker is active, so the worker fetches the page and its files again. */
async function storeFirstVisit() {
  const { controller } = serviceWorker
  await serviceWorker.register('/page/service-worker.js', { scope: SCOPE })
  if (controller) return
  const { active } = await serviceWorker.ready
  if (isForgotten) return
  const loaded = performance.getEntriesByType('resource')
  const isPicture = ({ initiatorType }) => initiatorType === 'img'
  active?.postMessage({
    keep: location.pathname,
    files: loaded.filter(entry => !isPicture(entry)).map(({ name }) => name),
    pictures: loaded.filter(isPicture).map(({ name }) => name),
  })
}

/** Resolves when the stay is deleted from this device. */
async function forget() {
  isForgotten = true
  for (const key of Object.keys(localStorage)) if (key.startsWith('innlet:')) localStorage.removeItem(key)
  const worker = (await serviceWorker.getRegistration(SCOPE))?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  const confirmed = new Promise(resolve => {
    port1.onmessage = resolve
  })
  worker.postMessage({ forget: location.pathname }, [port2])
  await confirmed
}

/** The service renders the button hidden, in the guest's language. */
function showForgetButton() {
  const container = document.querySelector('.kept')
  const button = container?.querySelector('button')
  const status = container?.querySelector('[role=status]')
  if (!button || !status) return
  container.hidden = false
  button.addEventListener('click', async () => {
    if (isForgotten) return
    button.ariaDisabled = 'true'
    try {
      await forget()
      status.textContent = status.dataset.done
    } catch {
      isForgotten = false
      button.ariaDisabled = null
    }
  })
}

// The page works without a service worker too, for example in a private window.
if (serviceWorker) {
  showForgetButton()
  addEventListener('load', () => storeFirstVisit().catch(() => {}))
  // The element refreshes the visible stay; this refreshes the stored copy.
  addEventListener('online', () => {
    if (!isForgotten) serviceWorker.controller?.postMessage({ keep: location.pathname })
  })
}
