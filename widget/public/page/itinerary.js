/* Keeps the guest's page for when there is no network. The work is the service worker's; this tells it what there is to keep. */

const { serviceWorker } = navigator

/** A page that says of when it is came from the copy. As soon as there is a network, there is a newer one. */
const { asOf } = JSON.parse(document.querySelector('guest-itinerary > script')?.textContent || '{}')
if (asOf) addEventListener('online', () => location.reload())

/** The first visit goes on without the worker, which has to fetch then what it has not seen. */
async function keepFirstVisit() {
  const known = serviceWorker.controller
  await serviceWorker.register('/page/service-worker.js', { scope: '/itinerary/' })
  if (known) return
  const { active } = await serviceWorker.ready
  const loaded = performance.getEntriesByType('resource')
  const isPicture = ({ initiatorType }) => initiatorType === 'img'
  active?.postMessage({
    keep: location.pathname,
    files: loaded.filter(each => !isPicture(each)).map(({ name }) => name),
    pictures: loaded.filter(isPicture).map(({ name }) => name),
  })
}

// Browsers that keep nothing, or are told to, show the page all the same.
if (serviceWorker) addEventListener('load', () => keepFirstVisit().catch(() => {}))
