import type { Demo } from './demo.ts'
import type { Receiver } from './receiver/receiver.ts'

/** The lines that `npm start` prints: the pages, and the credentials of the demo hotel. */
export function pageLines(
  origin: string,
  {
    demo,
    receiver,
    ownerLink,
  }: { demo?: Demo | undefined; receiver?: Receiver | undefined; ownerLink?: string | undefined },
): string[] {
  return [
    line('Console', ownerLink ?? `${origin}/console`),
    ...(demo ? [line("Guest's page", `${origin}/itinerary/${demo.linkToken}`)] : []),
    ...(demo ? [line("Hotel's page", `${origin}/demo/hotel?itinerary=${demo.linkToken}`)] : []),
    line('For hotels', `${origin}/embed`),
    line('API reference', `${origin}/docs`),
    ...(receiver ? [line('Webhooks', receiver.pageUrl)] : []),
    ...(demo ? ['', line('client_id', demo.clientId), line('client_secret', demo.clientSecret)] : []),
  ]
}

export const line = (title: string, text: string) => `  ${title.padEnd(15)}${text}`
