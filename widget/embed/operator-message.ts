import { lookOf, type ThemeSettings } from './theme-settings.ts'

/*
 * What a hotel sends to whoever runs its Innlet, with the command that does it.
 */

const EXAMPLE = 'https://your-hotel.example/my-stay'

/** The message for new links that open `page`, as the hotel has typed it. Undefined: there is none, and links get the look. */
export function operatorMessage(settings: ThemeSettings, page: string | undefined): string {
  const [wish, fields] =
    page === undefined
      ? ['Please give the page that our guests\u2019 links open this look.', { look: lookOf(settings) }]
      : [
          `Our guests can read their stays on our own page now: ${addressOf(page)}\nPlease let new links open it.`,
          { itineraryUrlTemplate: templateOf(addressOf(page)) },
        ]
  const customer = settings.customer || 'NUMBER'
  const data = JSON.stringify(fields).replaceAll("'", `'\\''`)
  const number = settings.customer ? '' : ' NUMBER is the number of our hotel\u2019s customer.'
  return `Hello,\n\n${wish} This command does it.${number}\n\ninnlet admin customer change ${customer} --data '${data}'\n\nThank you!`
}

/** The address that was typed, or an example. */
function addressOf(page: string): string {
  const address = URL.canParse(page) ? new URL(page) : undefined
  return address && /^https?:$/.test(address.protocol) ? address.href : EXAMPLE
}

const templateOf = (address: string) => `${address}${address.includes('?') ? '&' : '?'}itinerary={token}`
