/** What a stand-in for D1 does: build statements and run them. */
type DatabaseStub = { prepare(text: string): unknown; batch(list: D1PreparedStatement[]): Promise<unknown> }

/** A stand-in for D1 as a database: each of its sessions is itself, and it remembers in `starts` where they were to begin. */
export function databaseFromStub(stand: DatabaseStub, starts: (string | undefined)[] = []): D1Database {
  const database = {
    ...stand,
    withSession(start?: string) {
      starts.push(start)
      return database
    },
    getBookmark: () => null,
  } as unknown as D1Database
  return database
}
