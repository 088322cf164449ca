/* Keeps the guest's page for when there is no network. The work is the service worker's; this tells it what there is to keep. */

const { serviceWorker } = navigator

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
if (serviceWorker) {
  addEventListener('load', () => keepFirstVisit().catch(() => {}))
  // The widget brings up to date what is seen, and this what is kept.
  addEventListener('online', () => serviceWorker.controller?.postMessage({ keep: location.pathname }))
}
