import { fillPlaceholders, type Placeholder, type Query, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'

type Statement = BatchItem<'sqlite'>

/** Values by their names, as a statement is written before they are known. One that is left out is undefined there too. */
export type Placeholders<Values extends object> = {
  readonly [Name in keyof Values]:
    | Placeholder<string, Exclude<Values[Name], undefined>>
    | Extract<Values[Name], undefined>
}

/** What a database asks of a statement. */
interface Prepared {
  getQuery(): Query
  mapResult(result: unknown, isFromBatch: true): unknown
}

/**
 * A statement whose text is written once an isolate for each set of values that it is given, and not for each request:
 * `const readRoom = prepared(({ id }: Bound<{ id: number }>) => build.select()…)`, and then `db.batch([readRoom({ id: 7 })])`.
 */
export function prepareStatement<Values extends object, S extends Statement>(
  write: (values: Placeholders<Values>) => S,
): (values: Values) => S {
  const texts = new Map<string, Pick<Prepared, 'mapResult'> & { query: Query }>()
  return values => {
    const names = Object.keys(values).filter(name => values[name as keyof Values] !== undefined)
    const shape = names.join()
    let text = texts.get(shape)
    if (!text) {
      const placeholders = Object.fromEntries(names.map(name => [name, sql.placeholder(name)]))
      const statement = (write(placeholders as Placeholders<Values>) as unknown as { _prepare(): Prepared })._prepare()
      text = { query: statement.getQuery(), mapResult: statement.mapResult.bind(statement) }
      texts.set(shape, text)
    }
    const { query, mapResult } = text
    const params = fillPlaceholders(query.params, values as Record<string, unknown>)
    const filled: Prepared = { getQuery: () => ({ ...query, params }), mapResult }
    return { _prepare: () => filled } as unknown as S
  }
}
