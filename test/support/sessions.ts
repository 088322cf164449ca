/** What a stand-in for D1 does: build statements and run them. */
type Stand = { prepare(text: string): unknown; batch(list: D1PreparedStatement[]): Promise<unknown> }

/** A stand-in for D1 as a database: its sessions are itself, and it remembers in `starts` where each was to begin. */
export function asDatabase(stand: Stand, starts: (string | undefined)[] = []): D1Database {
  const session = { ...stand, getBookmark: () => null }
  return {
    ...stand,
    withSession(start?: string) {
      starts.push(start)
      return session
    },
  } as unknown as D1Database
}
