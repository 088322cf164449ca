/*
 * Shows the guest's stay in each <div class="innlet-stay"> of a page, for sites that allow no modules and no custom elements.
 * It stores nothing. The syntax is that of ES5.
 */
;(function () {
  'use strict'
  if (window.innletEmbed === true) return
  window.innletEmbed = true

  var TAG = 'guest-itinerary'
  var ATTRIBUTES = ['token', 'customer', 'lang', 'theme', 'heading-level', 'without', 'words']
  var PROPERTIES = ['accent', 'surface', 'radius']
  var MARKS =
    'data-cfasync=false data-no-optimize=1 data-no-defer=1 data-noptimize=1 data-jetpack-boost=ignore data-wpfc-render=false data-cookieconsent=ignore nowprocket='
  // An element's name may hide a property of the document.
  var self = isScript(document.currentScript) ? document.currentScript : null
  var origin =
    originOf(self) ||
    first(Document.prototype.getElementsByTagName.call(document, 'script'), originOf) ||
    originIn(window.innletOrigin)
  // Only what the parser has found has a place: tag managers run on every page.
  var place = document.readyState === 'loading' && self && !self.async && !self.defer && self
  var placed, isLoaded, isTold

  function isScript(element) {
    return element instanceof HTMLScriptElement
  }

  function first(list, valueOf) {
    for (var i = 0; i < list.length; i++) {
      var value = valueOf(list[i])
      if (value) return value
    }
  }

  function originOf(script) {
    return isScript(script) && /^[^?#]+\/widget\/embed\.js([?#]|$)/.test(script.src) && originIn(script.src)
  }

  function originIn(address) {
    return typeof address === 'string' && (/^https?:\/\/[^/?#]+/.exec(address) || [])[0]
  }

  /** For pages with Trusted Types. */
  function trusted(address) {
    try {
      return trustedTypes
        .createPolicy('innlet', {
          createScriptURL: function () {
            return address
          },
        })
        .createScriptURL('')
    } catch (_) {
      return address
    }
  }

  function load() {
    if (isLoaded) return
    if (!origin) {
      if (!isTold) console.error('innlet: no address. Set window.innletOrigin = "https://…" in a script.')
      isTold = true
      return
    }
    isLoaded = true
    var script = document.createElement('script')
    MARKS.split(' ').forEach(function (mark) {
      script.setAttribute(mark.split('=')[0], mark.split('=')[1])
    })
    script.type = 'module'
    if (self && self.nonce) script.nonce = self.nonce
    script.src = trusted(origin + '/widget/guest-itinerary.js')
    document.head.appendChild(script)
  }

  /** Puts the element into a div, with the attributes and the colours of the div. */
  function show(div) {
    var element = div.querySelector(TAG)
    if (!element || element.parentNode !== div) element = document.createElement(TAG)
    while (div.firstChild && (div.firstChild !== element || element.nextSibling))
      element.appendChild(div.firstChild === element ? element.nextSibling : div.firstChild)
    if (!element.parentNode) div.appendChild(element)
    ATTRIBUTES.forEach(function (name) {
      var value = div.getAttribute('data-' + name)
      if (value === element.getAttribute(name)) return
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
    })
    PROPERTIES.forEach(function (name) {
      var value = div.getAttribute('data-' + name) || ''
      element.style.setProperty('--innlet-' + name, /^[\d.]+$/.test(value) ? value + 'px' : value)
    })
    load()
  }

  function update() {
    try {
      var divs = document.querySelectorAll('div.innlet-stay')
      if (placed && divs.length) placed = placed.remove()
      ;[].forEach.call(divs, show)
      if (document.querySelector(TAG)) load()
    } catch (_) {}
  }

  /** Without a div and a tag, the place of the script is that of the element. */
  function putAtScript() {
    update()
    try {
      if (!place || !document.body.contains(place) || document.querySelector(TAG)) return
      placed = document.createElement(TAG)
      place.parentNode.insertBefore(placed, place.nextSibling)
    } catch (_) {}
  }

  new MutationObserver(update).observe(document, {
    attributeFilter: ['class'].concat(
      ATTRIBUTES.concat(PROPERTIES).map(function (name) {
        return 'data-' + name
      })
    ),
    childList: true,
    subtree: true,
  })
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', putAtScript)
  else update()
})()
