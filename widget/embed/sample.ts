const SAMPLE = '/embed/api/public/PartnerItinerary/details/'
const DAY = 86_400_000

/**
 * A stay to look at that is nobody's: a file of our own site. Whoever asks for it on this page gets it on days around today, and
 * with whole addresses of its pictures, as the service writes them.
 */
export function updateSampleDates(today = new Date()): void {
  const ask = window.fetch
  window.fetch = async (input, init) => {
    const response = await ask(input, init)
    const isSample = new URL(String(input), location.href).pathname.startsWith(SAMPLE)
    return isSample && response.ok ? Response.json(withCurrentDates(await response.text(), today)) : response
  }
}

/** The sample with its second day today. */
export function withCurrentDates(sample: string, today: Date): unknown {
  const arrival = Date.parse(`${/"arrivalDate": *"([\d-]{10})/.exec(sample)?.[1]}T00:00:00Z`)
  const yesterday = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const days = Math.round((yesterday - arrival) / DAY)
  return JSON.parse(sample, (_, value) => {
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT00:00:00$/.test(value)) return moved(value, days)
    return value.startsWith('/') ? new URL(value, location.href).href : value
  })
}

const moved = (date: string, days: number) =>
  new Date(Date.parse(`${date}Z`) + days * DAY).toISOString().replace(/\.000Z$/, '')
