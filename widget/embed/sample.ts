const SAMPLE = /^\/embed\/api\/public\/PartnerItinerary\/(details|hotels)\//
const DAY = 86_400_000

/**
 * Patches `fetch` for the sample stay of the preview, a pair of static files. Their dates become days around today, and the addresses of
 * their pictures become absolute, as in the service's responses.
 */
export function updateSampleDates(today = new Date()): void {
  const { fetch } = window
  window.fetch = async (input, init) => {
    const response = await fetch(input, init)
    const isSample = SAMPLE.test(new URL(String(input), location.href).pathname)
    return isSample && response.ok ? Response.json(withCurrentDates(await response.text(), today)) : response
  }
}

/** The sample with its second day moved to today. */
function withCurrentDates(sample: string, today: Date): unknown {
  const arrival = Date.parse(`${/"arrivalDate": *"([\d-]{10})/.exec(sample)?.[1]}T00:00:00Z`)
  const yesterday = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const days = Math.round((yesterday - arrival) / DAY)
  return JSON.parse(sample, (_, value) => {
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT00:00:00$/.test(value)) return shift(value, days)
    return value.startsWith('/') ? new URL(value, location.href).href : value
  })
}

const shift = (date: string, days: number) =>
  new Date(Date.parse(`${date}Z`) + days * DAY).toISOString().replace(/\.000Z$/, '')
