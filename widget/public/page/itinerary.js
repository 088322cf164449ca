/* Keeps the guest's page for when there is no network. The work is the service worker's; this tells it what there is to keep. */

const { serviceWorker } = navigator
const SCOPE = '/itinerary/'

/** The guest asked to forget the stay: it is not kept again while the page stays open. */
let isForgotten = false

/** The first visit goes on without the worker, which has to fetch then what it has not seen. */
async function keepFirstVisit() {
  const known = serviceWorker.controller
  await serviceWorker.register('/page/service-worker.js', { scope: SCOPE })
  if (known) return
  const { active } = await serviceWorker.ready
  if (isForgotten) return
  const loaded = performance.getEntriesByType('resource')
  const isPicture = ({ initiatorType }) => initiatorType === 'img'
  active?.postMessage({
    keep: location.pathname,
    files: loaded.filter(each => !isPicture(each)).map(({ name }) => name),
    pictures: loaded.filter(isPicture).map(({ name }) => name),
  })
}

/** Resolves when nothing of the stay is kept on this device any more. */
async function forget() {
  isForgotten = true
  for (const key of Object.keys(localStorage)) if (key.startsWith('innlet:')) localStorage.removeItem(key)
  const worker = (await serviceWorker.getRegistration(SCOPE))?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise(resolve => {
    port1.onmessage = resolve
  })
  worker.postMessage({ forget: location.pathname }, [port2])
  await answered
}

/** The control stands in the page in the guest's language, and waits for what it controls. */
function offerToForget() {
  const place = document.querySelector('.kept')
  const button = place?.querySelector('button')
  const said = place?.querySelector('[role=status]')
  if (!button || !said) return
  place.hidden = false
  button.addEventListener('click', async () => {
    if (isForgotten) return
    button.ariaDisabled = 'true'
    try {
      await forget()
      said.textContent = said.dataset.done
    } catch {
      isForgotten = false
      button.ariaDisabled = null
    }
  })
}

// Browsers that keep nothing, or are told to, show the page all the same.
if (serviceWorker) {
  offerToForget()
  addEventListener('load', () => keepFirstVisit().catch(() => {}))
  // The widget brings up to date what is seen, and this what is kept.
  addEventListener('online', () => {
    if (!isForgotten) serviceWorker.controller?.postMessage({ keep: location.pathname })
  })
}
