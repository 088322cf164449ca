import details from './sample/details.json'
import hotels from './sample/hotels.json'

/* The sample stay: responses of the service with days around today. It is not requested from the service. */

const DAY = 86_400_000

/** The content of a response, from an address of `sampleAddress`. */
export function sampleContent(address: string): unknown {
  const [, endpoint, service] = /^sample:(\w+):(.*)$/.exec(address) ?? []
  return aroundToday(endpoint === 'hotels' ? hotels.content : details.content, service ?? '')
}

/** The sample with its second day moved to the hotel's today, and with the addresses of its pictures at the service. */
function aroundToday(content: unknown, service: string): unknown {
  const timeZone = hotels.content[0]?.timeZone
  const today = Date.parse(new Date().toLocaleDateString('sv', { timeZone }))
  const days = (today - DAY - Date.parse(`${details.content.overview.arrivalDate}Z`)) / DAY
  return JSON.parse(JSON.stringify(content), (_, value) => {
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT00:00:00$/.test(value)) return shift(value, days)
    return value.startsWith('/') ? service + value : value
  })
}

const shift = (date: string, days: number) =>
  new Date(Date.parse(`${date}Z`) + days * DAY).toISOString().replace(/\.000Z$/, '')
