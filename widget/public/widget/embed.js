/*
 * Shows the guest's stay in each <div class="innlet-stay"> of a page, for sites that allow no modules and no custom elements.
 * It stores nothing. The syntax is that of ES5.
 */
;(function () {
  'use strict'
  if (window.innletEmbed) return
  window.innletEmbed = true

  var TAG = 'guest-itinerary'
  var ATTRIBUTES = ['token', 'lang', 'theme', 'heading-level', 'without', 'words']
  var PROPERTIES = ['accent', 'surface', 'radius']
  var self = document.currentScript
  var origin = originOf(self) || first(document.scripts, originOf)
  // A tag manager adds scripts to every page. Only where the parser has found the script, its place has a meaning.
  var place = document.readyState === 'loading' && self && !self.async && !self.defer && self
  var placed, isLoaded, isTold

  function first(list, valueOf) {
    for (var i = 0; i < list.length; i++) {
      var value = valueOf(list[i])
      if (value) return value
    }
  }

  function originOf(script) {
    return script && /^[^?#]+\/widget\/embed\.js([?#]|$)/.test(script.src) && originIn(script.src)
  }

  function originIn(address) {
    return (/^https?:\/\/[^/?#]+/.exec(address || '') || [])[0]
  }

  /** Loads the element. The marks keep plugins for speed and consent from holding it back. */
  function load(from) {
    if (isLoaded) return
    if (!from) {
      if (!isTold)
        console.error(
          'innlet: the address of embed.js is unknown. Set data-src="https://…/widget/embed.js" on the div.'
        )
      isTold = true
      return
    }
    isLoaded = true
    var script = document.createElement('script')
    script.type = 'module'
    script.src = from + '/widget/guest-itinerary.js'
    script.setAttribute('data-cfasync', 'false')
    script.setAttribute('data-no-optimize', '1')
    script.setAttribute('data-cookieconsent', 'ignore')
    document.head.appendChild(script)
  }

  /** Puts the element into a div, with the attributes and the colours of the div. */
  function show(div) {
    var element = div.firstChild
    if (!element || element.localName !== TAG || element.nextSibling) {
      element = document.createElement(TAG)
      div.textContent = ''
      div.appendChild(element)
    }
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
    load(origin || originIn(div.getAttribute('data-src')))
  }

  function update() {
    try {
      var divs = document.querySelectorAll('div.innlet-stay')
      if (placed && divs.length) placed = placed.remove()
      ;[].forEach.call(divs, show)
      if (document.querySelector(TAG)) load(origin)
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
    attributeFilter: ['class', 'data-src'].concat(
      ATTRIBUTES.concat(PROPERTIES).map(function (name) {
        return 'data-' + name
      })
    ),
    childList: true,
    subtree: true,
  })
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', putAtScript)
  else update()
})()
