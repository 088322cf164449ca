import { type Placeholder, sql } from 'drizzle-orm'
import {
  type PreparedQuery,
  prepareQuery,
  type Query,
  queryTemplate,
  type Statement,
  statementOf,
} from './drizzle-adapter'

/** Placeholders by name, one for each value. The placeholder of a value that is undefined is undefined too. */
export type Placeholders<Values extends object> = {
  readonly [Name in keyof Values]:
    | Placeholder<string, Exclude<Values[Name], undefined>>
    | Extract<Values[Name], undefined>
}

/**
 * A statement whose SQL is built once per isolate for each set of values that are given, and not for each request.
 *
 * @example
 * const readRoom = prepareStatement(({ customer, roomId }: Placeholders<{ customer: number; roomId: number }>) =>
 *   selectRows(
 *     { roomName: room.roomName },
 *     selected => sql`SELECT ${selected} FROM room WHERE customer_id = ${customer} AND room_id = ${roomId}`,
 *   ),
 * )
 * const [[found]] = await db.batch([readRoom({ customer: scope.customer, roomId: 7 })])
 * found satisfies { roomName: string } | undefined
 */
export function prepareStatement<Values extends object, S extends Statement>(
  write: (values: Placeholders<Values>) => S,
): (values: Values) => S {
  const known = new Map<string, Pick<PreparedQuery, 'mapResult'> & { fill: (values: object) => Query }>()
  return values => {
    let given = ''
    for (const name in values) if (values[name] !== undefined) given += `${name} `
    let entry = known.get(given)
    if (!entry) {
      const placeholders = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, sql.placeholder(name)]])),
      )
      const prepared = prepareQuery(write(placeholders as Placeholders<Values>))
      entry = { fill: queryTemplate(prepared.getQuery()), mapResult: prepared.mapResult.bind(prepared) }
      known.set(given, entry)
    }
    const { fill, mapResult } = entry
    return statementOf<S>({ getQuery: () => fill(values), mapResult })
  }
}
