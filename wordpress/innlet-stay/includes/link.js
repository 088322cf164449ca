/*
 * For a page whose address has no link that a server can see: one in the fragment is not sent, one that the element keeps for this tab
 * is not in the address, and a page of a cache was written for others. Loads the script of the stay if there is such a link.
 */
;(() => {
  const self = document.currentScript
  let isLoaded = false

  /** Whether the element keeps a link for this tab and path. */
  function isKept() {
    try {
      return sessionStorage.getItem(`innlet:link:${location.pathname}`) !== null
    } catch {
      return false
    }
  }

  function load() {
    const isInAddress = /[?&#]itinerary=[^&#]/.test(location.search + location.hash)
    if (isLoaded || !(isInAddress || isKept())) return
    isLoaded = true
    const script = document.createElement('script')
    // Its marks are for plugins that hold scripts back.
    for (const { name, value } of self?.attributes ?? [])
      if (!['id', 'src', 'type'].includes(name)) script.setAttribute(name, value)
    if (self?.nonce) script.nonce = self.nonce
    script.src = `${window.innletOrigin}/widget/embed.js`
    document.head.append(script)
  }

  addEventListener('hashchange', load)
  load()
})()
