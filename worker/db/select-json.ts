import { Column, is, type SQL, sql } from 'drizzle-orm'
import { type Decoder, decoderOf } from './drizzle-adapter'
import type { Columns, RowOf } from './select-rows'

/*
 * Columns of a raw SELECT that are JSON made of other columns: a row of another table as an object, its rows as a list. Their
 * type is inferred from the columns, and flags inside them are decoded too:
 *
 *   const rates = jsonRows({ rateId: l.rateId, isTaxOverride: l.isTaxOverride }, line => sql`
 *     SELECT json_group_array(${line} ORDER BY l.line_no) FROM room_rate AS l WHERE …`)
 *   // SQL<{ rateId: number | null; isTaxOverride: boolean }[]>
 */

/** A decoder of JSON text, and of the same value inside other JSON that has been parsed. */
interface JsonDecoder extends Decoder {
  fromParsed?(value: unknown): unknown
}

/** One row as a JSON object. */
export const jsonObject = <Selected extends Columns>(columns: Selected) =>
  sql`${objectOf(columns)}`.mapWith(jsonDecoder(parsedRowDecoder(columns))) as SQL<RowOf<Selected>>

/** A subquery that returns a list of rows: `write` gets the JSON object of a row, and puts it into `json_group_array`. */
export function jsonRows<Selected extends Columns>(columns: Selected, write: (object: SQL) => SQL) {
  const decodeRow = parsedRowDecoder(columns)
  const decode = decodeRow && ((rows: unknown) => (rows as unknown[]).map(decodeRow))
  return sql`(${write(objectOf(columns))})`.mapWith(jsonDecoder(decode)) as SQL<RowOf<Selected>[]>
}

/** A list of values, each of which is a number or a text. */
export const jsonList = <Value extends number | string | readonly unknown[]>(subquery: SQL) =>
  sql`(${subquery})`.mapWith(jsonDecoder()) as SQL<Value[]>

const jsonDecoder = (fromParsed?: (value: unknown) => unknown): JsonDecoder => ({
  mapFromDriverValue: text => {
    const value = JSON.parse(text as string)
    return fromParsed ? fromParsed(value) : value
  },
  fromParsed: fromParsed ?? (value => value),
})

const isJson = (field: Column | SQL, decoder: JsonDecoder | undefined) =>
  is(field, Column) ? field.dataType === 'json' : decoder?.fromParsed !== undefined

/** `json(…)` keeps the JSON of a subquery or a column from becoming a text. */
const objectOf = (columns: Columns): SQL =>
  sql`json_object(${sql.join(
    Object.entries(columns).map(([name, field]) => {
      const value = isJson(field, decoderOf(field)) ? sql`json(${field})` : sql`${field}`
      return sql`${sql.raw(`'${name}'`)}, ${value}`
    }),
    sql`, `,
  )})`

/** Decodes a parsed row in place. Undefined: no column has a decoder. */
function parsedRowDecoder(columns: Columns): ((row: unknown) => unknown) | undefined {
  const decoders = Object.entries(columns).flatMap(([name, field]) => {
    const decoder: JsonDecoder | undefined = decoderOf(field)
    if (!decoder) return []
    if (!isJson(field, decoder)) return [[name, (value: unknown) => decoder.mapFromDriverValue(value)] as const]
    return decoder.fromParsed ? [[name, decoder.fromParsed] as const] : []
  })
  if (!decoders.length) return undefined
  return row => {
    const values = row as Record<string, unknown>
    for (const [name, decode] of decoders) if (values[name] !== null) values[name] = decode(values[name])
    return values
  }
}
