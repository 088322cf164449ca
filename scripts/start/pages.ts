import type { Demo } from './demo.ts'
import type { Receiver } from './receiver/receiver.ts'
import type { Service } from './service.ts'

/** The lines that `npm start` prints: the pages that are served, and the credentials. */
export async function pagesOf(
  service: Service,
  demo: Demo | undefined,
  receiver: Receiver | undefined,
): Promise<string[]> {
  const { origin } = service
  const pages = [
    ...(demo
      ? [
          ["Guest's page", `/itinerary/${demo.linkToken}`],
          ["Hotel's page", `/demo/hotel?itinerary=${demo.linkToken}`],
        ]
      : []),
    ['For hotels', '/embed'],
    ['API reference', '/docs'],
  ] as const
  const lines: string[] = []
  for (const [title, path] of pages) {
    if (await service.isServed(path)) lines.push(line(title, `${origin}${path}`))
  }
  if (receiver) lines.push(line('Webhooks', receiver.pageUrl))
  if (demo) lines.push('', line('client_id', demo.clientId), line('client_secret', demo.clientSecret))
  return lines
}

export const line = (title: string, text: string) => `  ${title.padEnd(15)}${text}`
