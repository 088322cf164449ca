/** The methods of a D1 stub. */
type DatabaseStub = { prepare(text: string): unknown; batch(list: D1PreparedStatement[]): Promise<unknown> }

/** A D1 database from a stub. Its sessions are the database itself; `starts` records where they begin. */
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
