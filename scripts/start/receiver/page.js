// Shows the events of the receiver. Everything that was received is set as text.

const list = document.getElementById('list')
const empty = document.getElementById('empty')
const status = document.getElementById('status')
const chosen = document.getElementById('type')
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
  const item = itemOf(JSON.parse(data))
  list.prepend(item)
  if (list.children.length > KEPT) list.lastElementChild.remove()
  addOption(item.dataset.type)
  filter()
  count++
  showCount()
})
source.addEventListener('error', () => {
  status.textContent = 'Not connected. The service may have ended.'
  status.dataset.state = 'ended'
})
chosen.addEventListener('change', filter)

function showCount() {
  status.textContent = `Connected. ${count} ${count === 1 ? 'event' : 'events'} since the start.`
  status.dataset.state = 'connected'
  empty.hidden = count > 0
}

/** The types that have arrived can be chosen, in order of the alphabet. */
function addOption(type) {
  const [all, ...types] = chosen.options
  if (types.some(({ value }) => value === type)) return
  const next = types.find(({ value }) => value > type)
  all.parentElement.insertBefore(new Option(type, type), next ?? null)
}

function filter() {
  for (const item of list.children) item.hidden = chosen.value !== '' && item.dataset.type !== chosen.value
}

function itemOf({ isVerified, isRepeated, type, sequence, previousSequence, delayMs, arrivedAt, body }) {
  const item = template.content.cloneNode(true).firstElementChild
  const set = (selector, text) => {
    item.querySelector(selector).textContent = text
  }
  item.dataset.type = isVerified ? type : 'Unknown sender'
  set('h3', item.dataset.type)
  set('time', new Date(arrivedAt).toLocaleTimeString('en-GB'))
  set('.signature', signatureText(isVerified, isRepeated))
  item.querySelector('.signature').dataset.verified = isVerified
  if (isVerified) {
    const event = JSON.parse(body)
    set('.subject', subjectOf(event))
    set('.sequence', sequence)
    set('.previous', previousSequence === 0 ? '0 (none)' : previousSequence)
    set('.delay', durationText(delayMs))
    set('pre', JSON.stringify(event, null, 2))
  } else {
    item.querySelector('dl').remove()
    set('pre', body)
  }
  return item
}

/** The first field of the data, which names what was changed. */
function subjectOf({ data }) {
  const [field] = Object.entries(data ?? {})
  return field ? field.join(' ') : ''
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
