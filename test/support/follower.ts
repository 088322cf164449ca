import type { Service } from '../../tooling/command/service.ts'

/** What a follower of the log stores: the sequences that it got, in order. Nothing else outlives it. */
export interface Followed {
  sequences: number[]
}

/**
 * Follows the log of events, as docs/following-changes.md describes it. It dies with the service, or by itself in the middle of a
 * page now and then; another one resumes after the last stored sequence. Ends when `isOver`, at the end of the log.
 */
export async function follow(service: Service, bearer: string, stored: Followed, isOver: () => boolean): Promise<void> {
  for (;;) {
    const wasOver = isOver()
    const after = stored.sequences.at(-1) ?? 0
    const page = await service
      .requestOk('GET', `/api/Event/GetEvents?afterSequence=${after}&pageSize=20`, undefined, bearer)
      .catch(() => undefined)
    if (!page) return
    const events = Array.isArray(page.json.content) ? (page.json.content as { sequence: number }[]) : []
    const applied = Math.random() < 0.2 ? events.slice(0, events.length / 2) : events
    stored.sequences.push(...applied.map(({ sequence }) => sequence))
    if (wasOver && applied.length === events.length && page.headers.get('x-has-more') === 'false') return
    if (!events.length) await new Promise(resolve => setTimeout(resolve, 50))
  }
}
