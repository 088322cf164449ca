import { describe, expect, it } from 'vitest'
import type { ApiDocument, Schema } from '../../site/reference/document.ts'
import { type Group, groupsOf } from '../../site/reference/groups.ts'
import { layout } from '../../site/reference/layout.ts'
import { operationPage } from '../../site/reference/operation-page.ts'

/** The text of the page of a document with one operation, whose body is this schema. */
function pageOf(body: Schema, schemas: Record<string, Schema> = {}, description = ''): { html: string; text: string } {
  const document: ApiDocument = {
    info: { title: 'Test', version: '1', description: '' },
    tags: [{ name: 'Group' }],
    paths: {
      '/thing': {
        post: {
          operationId: 'postThing',
          tags: ['Group'],
          summary: 'A thing.',
          description,
          requestBody: {
            content: {
              'application/json': {
                schema: body,
                examples: {
                  one: { summary: 'One', description: 'A thing.', value: { a: "it's" } },
                  two: { summary: 'Another', value: { b: "it's" } },
                },
              },
            },
          },
          responses: { 204: { description: 'Done.' }, 404: { $ref: '#/components/responses/missing' } },
        },
      },
    },
    components: {
      schemas,
      responses: { missing: { description: '`NOT_FOUND`: There is none.' } },
    },
  }
  const [group] = groupsOf(document, []) as [Group]
  const main = operationPage(group.endpoints[0] ?? expect.fail(), group, document)
  const html = layout({ address: '/docs/group/postThing', title: '', description: '', main }, [])
  const text = html
    .replace(/<\/(?:p|li|summary|button|h\d)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
  return { html, text }
}

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

describe('a page of the reference', () => {
  it.each<[string, Schema, string]>([
    ['a range', { type: 'integer', minimum: 0, maximum: 7 }, 'integer, 0 to 7'],
    ['a large number', { type: 'number', minimum: 0, maximum: 1_000_000_000 }, 'number, 0 to 1,000,000,000'],
    ['a length', { type: 'string', minLength: 1, maxLength: 9 }, 'string, 1 to 9 characters'],
    ['a format', { type: 'string', format: 'date-time', pattern: '^\\d' }, 'string, YYYY-MM-DDTHH:mm:ssZ'],
    ['a format of the contract', { type: 'string', pattern: '^\\d', 'x-format': 'HH:mm' }, 'string, HH:mm'],
    ['a pattern without words', { type: 'string', pattern: '^a$' }, 'string, pattern ^a$'],
    ['an empty text', { anyOf: [{ type: 'string', const: '' }, { type: 'string' }] }, 'string, or empty'],
    ['a list', { type: 'array', items: { type: 'string' }, maxItems: 1 }, 'array of string, at most 1 item'],
    ['a choice', { enum: ['a', 2] }, 'one of "a", 2'],
    ['a constant', { const: true }, 'always true'],
    ['several types', { type: ['string', 'null'] }, 'string or null'],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] }, 'string or integer, 1 or more'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'object, each value: number'],
    ['a default', { type: 'boolean', default: false }, 'boolean, default false'],
    [
      'a limit of the installation',
      { type: 'integer', minimum: 0, 'x-limits': { maximum: 'LARGEST_PAGE_SIZE' } },
      'integer, 0 to {LARGEST_PAGE_SIZE}',
    ],
    ['an id', { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 }, 'integer, 1 or more'],
    [
      'an integer without limits',
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      'integer',
    ],
  ])('describes the type of a field: %s', (_, field, words) => {
    expect(pageOf(object({ field, last: {} })).text).toContain(`field ${words} last any value`)
  })

  it('has a component once, with a link from each field of that type', () => {
    const schemas = {
      Room: object({ guests: { type: 'array', items: { $ref: '#/components/schemas/Guest' } } }),
      Guest: object({ room: { $ref: '#/components/schemas/Room' } }, ['room']),
    }
    const room = { $ref: '#/components/schemas/Room' }
    const { html, text } = pageOf(
      object({ first: room, second: { allOf: [room], description: 'The other.' } }),
      schemas,
    )
    expect(html.match(/id="schema-\w+"/g)).toEqual(['id="schema-Room"', 'id="schema-Guest"'])
    expect(html.match(/href="#schema-Room"/g)?.length).toBe(3)
    expect(text).toContain('second Room The other.')
    expect(text).toContain('room Room required')
  })

  it('has the fields of a component that is the body, and of every part of an allOf', () => {
    const base = object({ id: { type: 'integer' } }, ['id'])
    const body = { allOf: [{ $ref: '#/components/schemas/Base' }, object({ name: { type: 'string' } })] }
    const schemas = { Base: base, Body: body }
    const { text } = pageOf({ $ref: '#/components/schemas/Body' }, schemas)
    expect(text).toContain('Type: Body id integer required name string')
  })

  it('has the fields of inline objects, at any depth', () => {
    const { text } = pageOf(object({ a: { type: 'array', items: object({ b: object({ c: { type: 'string' } }) }) } }))
    expect(text).toContain('a array of object 1 field of a b object 1 field of b c string')
  })

  it('shows text of a description as text, never as HTML', () => {
    const { html } = pageOf(object({ a: { description: '<b>&</b> `<i>`' } }), {}, 'A <script>alert(1)</script> *word*.')
    expect(html).toContain('A &lt;script&gt;alert(1)&lt;/script&gt; <em>word</em>.')
    expect(html).toContain('&lt;b&gt;&amp;&lt;/b&gt; <code>&lt;i&gt;</code>')
  })

  it('has a sample of each example, with what it needs', () => {
    const { text } = pageOf(object({}))
    expect(text).toContain(`-d '{ "a": "it'\\''s" }'`)
    expect(text).toContain(`body: JSON.stringify({ a: 'it\\'s', }),`)
    expect(text).toContain(`Request: Another Copy curl -i "$API/thing"`)
    expect(text).toContain('Needs: a thing.')
  })

  it('has the error codes of a response, referred to or inline', () => {
    expect(pageOf(object({})).text).toContain('404 NOT_FOUND There is none.')
  })
})
