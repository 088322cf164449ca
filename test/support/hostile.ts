import fc from 'fast-check'

/*
 * Random hostile requests, generated from the OpenAPI document: values near to valid ones, boundary values, values of other
 * types, and bodies that are not JSON.
 */

/** The parts of JSON Schema that the service uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

const LONG = 'x'.repeat(5000)

/** Texts that are valid for some field, or that careless code handles wrongly. */
const TEXTS = [
  ...['2027-05-10', '2027-05-12', '2027-05-31', '2027-05-10T23:30:00-11:00', '2027-02-30', '0000-00-00', '9999-12-31'],
  ...[
    '-271821-04-20',
    '2028-02-29T24:00:00Z',
    '15:00',
    '24:00',
    '9:5',
    'new',
    'MODIFY',
    'cancel',
    'Confirmed',
    'pending',
  ],
  ...[
    'Inquiry,NoShow',
    'H1',
    'DBL',
    'BAR',
    'SKU-1',
    'KEY-H1',
    'EUR',
    'JPY',
    'XXX',
    'Europe/Lisbon',
    'Mars/Phobos',
    'once',
  ],
  ...[
    'New',
    'Overlay',
    'Deactivated',
    'Remove',
    'active',
    'client_credentials',
    'innlet-api',
    'reservations:read',
    'innlet',
  ],
  ...[
    '0',
    '1',
    '2',
    '-1',
    '1.5',
    '1e3',
    '1e400',
    '0x10',
    '007',
    '10000001',
    '9007199254740993',
    '99999999999999999999',
  ],
  ...[
    '',
    ' ',
    '\t\n',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\ufeff',
    '\u202e\u2066',
    'ﬁ ß İ ı',
    '١٢٣',
    '👩‍👩‍👧‍👦',
    'e\u0301'.repeat(60),
  ],
  ...[
    "'; DROP TABLE reservation; --",
    '%',
    '_%',
    '%00',
    '%zz',
    '../..',
    '__proto__',
    'constructor',
    '$.a[0]',
    '<b>&"',
    '{token}',
  ],
  ...[
    'null',
    'NaN',
    'https://hotel.example/?i={token}',
    'javascript:alert(1)',
    'eyJhbGciOiJub25lIn0.e30.',
    'a.b',
    LONG,
  ],
]

const INTEGERS = [
  0,
  1,
  2,
  3,
  5,
  7,
  10,
  20,
  101,
  102,
  201,
  -1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
]
const DECIMALS = [0.001, 0.0004, 0.1 + 0.2, 1e-7, 3.5, 99.99, 145, 1e9, 99_999_999_999.99, 90_071_992_547_409.91, -0.5]

const text: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const integer: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...INTEGERS) },
  { weight: 1, arbitrary: fc.integer() },
)
const decimal: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...DECIMALS, ...INTEGERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 3 }, '', 0) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: decimal },
)

/** The limits of a number and their neighbours. */
const boundaryValues = ({ minimum, maximum }: Schema) =>
  [minimum, maximum].flatMap(border => (border === undefined ? [] : [border - 1, border, border + 1]))

function valueOfType(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const borders = boundaryValues(schema)
  if (type === 'integer') return borders.length ? fc.oneof(integer, integer, fc.constantFrom(...borders)) : integer
  if (type === 'number') return borders.length ? fc.oneof(decimal, decimal, fc.constantFrom(...borders)) : decimal
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(valueFor(schema.items ?? {}), { maxLength: 3 })
  if (type === 'object') return objectOf(schema)
  if (type !== 'string') return anything
  const { maxLength = 0 } = schema
  return maxLength && maxLength < 5000
    ? fc.oneof(
        { weight: 9, arbitrary: text },
        { weight: 1, arbitrary: fc.constantFrom('y'.repeat(maxLength), 'é'.repeat(maxLength + 1)) },
      )
    : text
}

const objectOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)])), {
    requiredKeys: required,
  })

/** A value near to what a schema accepts. One in twenty is arbitrary. */
const valueFor = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: valueOfType(schema) }, { weight: 1, arbitrary: anything })

/** An example with some of its fields replaced, at any depth. */
function mutationsOf(example: unknown, schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {} } = schema
  if (Array.isArray(example)) {
    const items = fc.tuple(...example.map(each => mutationsOf(each, schema.items ?? {})))
    return items.chain(list => fc.constantFrom<unknown>(list, list, list, [...list, ...list]))
  }
  if (typeof example !== 'object' || example === null) {
    return fc.oneof({ weight: 9, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: valueFor(schema) })
  }
  const changed = Object.entries(example).map(
    ([name, value]) => [name, mutationsOf(value, properties[name] ?? {})] as const,
  )
  const added = Object.entries(properties)
    .filter(([name]) => !(name in example))
    .map(([name, inner]) => [name, fc.option(valueFor(inner), { nil: undefined, freq: 4 })] as const)
  const whole = fc.record(
    Object.fromEntries([...changed, ...added.map(([name, value]) => [name, rarely(value)] as const)]),
  )
  return fc.oneof({ weight: 19, arbitrary: whole }, { weight: 1, arbitrary: valueFor(schema) })
}

const rarely = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Bodies that match no schema. */
const RAW: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      '}',
      '[]',
      'null',
      '0',
      '"x"',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1e999}',
      '{"a":-0}',
      '\ufeff{}',
      '{}{}',
      '{"a":\u0000}',
    ],
    ...[
      '{"identity":"a","identity":"b"}',
      '{"__proto__":{"success":true}}',
      '{"constructor":{"prototype":1}}',
      '{"a":"\\ud800"}',
    ],
    ...['['.repeat(100_000), '['.repeat(10_000) + ']'.repeat(10_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ...[`{"identity":${'9'.repeat(2000)}}`, `{"identity":${'[null,'.repeat(500)}1${']'.repeat(500)}}`],
  ),
)

/** The body of a request: mostly JSON that is near the schema or the example, sometimes truncated, sometimes not JSON. */
export function bodyOf(schema: Schema, example: unknown): fc.Arbitrary<string | Uint8Array> {
  const json = (value: fc.Arbitrary<unknown>) => value.map(made => JSON.stringify(made) ?? '')
  const near = json(mutationsOf(example, schema))
  return fc.oneof(
    { weight: 8, arbitrary: near },
    { weight: 5, arbitrary: json(valueFor(schema)) },
    { weight: 1, arbitrary: fc.tuple(near, fc.nat(400)).map(([whole, at]) => whole.slice(0, at)) },
    { weight: 2, arbitrary: RAW },
  )
}

/** A value of a query or path parameter. */
export const parameterText = (example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(String(example ?? '1')) },
    { weight: 6, arbitrary: text.map(String) },
    { weight: 2, arbitrary: integer.map(String) },
  )
