// Shows the events of the receiver. Everything that was received is set as text.

const list = document.getElementById('list')
const empty = document.getElementById('empty')
const status = document.getElementById('status')
const template = document.getElementById('event')

/** The page keeps as many events as the receiver. */
const KEPT = 100
let count = 0

const source = new EventSource('/events')
source.addEventListener('begin', () => {
  list.replaceChildren()
  count = 0
  showCount()
})
source.addEventListener('message', ({ data }) => {
  list.prepend(itemOf(JSON.parse(data)))
  if (list.children.length > KEPT) list.lastElementChild.remove()
  count++
  showCount()
})
source.addEventListener('error', () => {
  status.textContent = 'Not connected. The service may have ended.'
  status.dataset.state = 'ended'
})

function showCount() {
  status.textContent = `Connected. ${count} ${count === 1 ? 'event' : 'events'} since the start.`
  status.dataset.state = 'connected'
  empty.hidden = count > 0
}

function itemOf({ isVerified, isRepeated, type, sequence, previousSequence, delayMs, arrivedAt, body }) {
  const item = template.content.cloneNode(true).firstElementChild
  const set = (selector, text) => {
    item.querySelector(selector).textContent = text
  }
  set('h3', isVerified ? type : 'Unknown sender')
  set('.signature', signatureText(isVerified, isRepeated))
  item.querySelector('.signature').dataset.verified = isVerified
  if (isVerified) {
    set('.sequence', sequence)
    set('.previous', previousSequence === 0 ? '0 (none)' : previousSequence)
    set('.delay', durationText(delayMs))
  } else {
    item.querySelector('dl').remove()
  }
  set('pre', isVerified ? JSON.stringify(JSON.parse(body), null, 2) : body)
  set('summary', `Body, at ${new Date(arrivedAt).toLocaleTimeString('en-GB')}`)
  return item
}

function signatureText(isVerified, isRepeated) {
  if (!isVerified) return 'Signature not valid'
  return isRepeated ? 'Signature verified, sent again' : 'Signature verified'
}

function durationText(ms) {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}
