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

/** A decoder of JSON text. `fromParsed` decodes the same value inside other JSON that has been parsed, if there is anything to decode. */
interface JsonDecoder extends Decoder {
  isJson: true
  fromParsed: ((value: unknown) => unknown) | undefined
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

/**
 * The same for rows in the order in which `write` selects them, each as `part`. That order is the one of the primary key, so
 * nothing is sorted: D1 bills a row for each that `json_group_array` sorts.
 */
export const jsonRowsInOrder = <Selected extends Columns>(columns: Selected, write: (object: SQL) => SQL) =>
  jsonRows(columns, object => sql`SELECT json_group_array(json(part)) FROM (${write(object)})`)

/** The same for one column: a list of its values. */
export const jsonList = <Field extends Column | SQL>(field: Field, write: (field: SQL) => SQL) =>
  sql`(${write(sql`${field}`)})`.mapWith(jsonDecoder()) as SQL<RowOf<{ field: Field }>['field'][]>

const jsonDecoder = (fromParsed?: JsonDecoder['fromParsed']): JsonDecoder => ({
  isJson: true,
  mapFromDriverValue: text => {
    const value = JSON.parse(text as string)
    return fromParsed ? fromParsed(value) : value
  },
  fromParsed,
})

const isJsonDecoder = (decoder: Decoder | undefined): decoder is JsonDecoder =>
  decoder !== undefined && 'isJson' in decoder

const isJson = (field: Column | SQL) =>
  is(field, Column) ? field.dataType === 'json' : isJsonDecoder(decoderOf(field))

/** `json(…)` keeps the JSON of a subquery or a column from becoming a text. */
const objectOf = (columns: Columns): SQL =>
  sql`json_object(${sql.join(
    Object.entries(columns).map(([name, field]) => {
      const value = isJson(field) ? sql`json(${field})` : sql`${field}`
      return sql`${sql.raw(`'${name}'`)}, ${value}`
    }),
    sql`, `,
  )})`

/** Decodes a parsed row in place. Undefined: no column has a decoder. */
function parsedRowDecoder(columns: Columns): ((row: unknown) => unknown) | undefined {
  const decoders = Object.entries(columns).flatMap(([name, field]) => {
    const decoder = decoderOf(field)
    const decode = isJsonDecoder(decoder) ? decoder.fromParsed : decoder?.mapFromDriverValue
    // A JSON column is parsed with the object that contains it.
    return decode && !(is(field, Column) && isJson(field))
      ? [[name, (value: unknown) => decode.call(decoder, value)] as const]
      : []
  })
  if (!decoders.length) return undefined
  return row => {
    const values = row as Record<string, unknown>
    for (const [name, decode] of decoders) if (values[name] !== null) values[name] = decode(values[name])
    return values
  }
}
