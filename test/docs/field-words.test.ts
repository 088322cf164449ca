import { expect, it } from 'vitest'
import { type ApiDocument, componentName, endpointsOf, resolve, type Schema } from '../../site/reference/document.ts'
import { wordsOf } from '../../site/reference/fields.ts'
import { apiDocument } from '../../worker/api-document'

const document = apiDocument as unknown as ApiDocument

/** Every field of every request, with its words: those of the field, of its elements or of its component. */
const fields = endpointsOf(document).flatMap(({ operationId, parameters = [], requestBody }) => [
  ...parameters
    .map(each => resolve(each, document))
    .map(({ name, description, schema = {} }) => ({
      field: `${operationId}: ${name}`,
      words: description ?? wordsOf(schema, document),
    })),
  ...Object.values(requestBody ? resolve(requestBody, document).content : {}).flatMap(({ schema = {} }) =>
    fieldsOf(schema, `${operationId}: `),
  ),
])

/** Those of the responses of the setup: people read them beside what they have sent. */
const fieldsOfSetup = endpointsOf(document)
  .filter(({ operationId }) => operationId.endsWith('CustomerSetup'))
  .flatMap(({ operationId, responses }) =>
    Object.values(resolve(responses['200'], document).content ?? {}).flatMap(({ schema = {} }) =>
      fieldsOf(schema, `${operationId}: `),
    ),
  )

/** The fields of a schema at every depth, those of its components included. No component contains itself. */
function fieldsOf(schema: Schema, path: string): { field: string; words: string | undefined }[] {
  const { $ref, properties = {}, items, additionalProperties: values, allOf = [], anyOf = [], oneOf = [] } = schema
  const parts = [...allOf, ...anyOf, ...oneOf, ...(typeof values === 'object' ? [values] : [])]
  if (items) parts.push(items)
  if ($ref) parts.push(document.components.schemas?.[componentName($ref)] ?? {})
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { field: `${path}${name}`, words: wordsOf(field, document) },
      ...fieldsOf(field, `${path}${name}.`),
    ]),
    ...parts.flatMap(part => fieldsOf(part, path)),
  ]
}

it('each field of a request has words', () => {
  expect(fields.length).toBeGreaterThan(600)
  expect(fields.filter(({ words }) => !words).map(({ field }) => field)).toEqual([])
})

it('each field of the setup has words in responses too [SITE-72]', () => {
  expect(fieldsOfSetup.length).toBeGreaterThan(90)
  expect(fieldsOfSetup.filter(({ words }) => !words).map(({ field }) => field)).toEqual([])
})

it('a list that may be left out says that it is then empty', () => {
  const { properties } = document.components.schemas?.Setup ?? {}
  expect(Object.entries(properties ?? {}).filter(([, { default: list }]) => !Array.isArray(list))).toEqual([])
})

it('the words of a field are sentences', () => {
  const unfinished = [...fields, ...fieldsOfSetup].filter(({ words = '' }) => !/^[`A-Z\d].*[.]$/s.test(words))
  expect(unfinished.map(({ field, words }) => `${field}: ${words}`)).toEqual([])
})

it('each pattern has a format in words', () => {
  const withoutWords: unknown[] = []
  JSON.stringify(apiDocument, (_, value) => {
    if (typeof value?.pattern === 'string' && !value.format && !value['x-format']) withoutWords.push(value)
    return value
  })
  expect(withoutWords).toEqual([])
})
