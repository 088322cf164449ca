/*
 * The custom elements manifest (schema 1.0.0) for editors and documentation tools, generated from the doc comment of the
 * element's class. https://github.com/webcomponents/custom-elements-manifest
 */

const TAG = 'guest-itinerary'
const CLASS = 'GuestItinerary'

/** The type of each event in the package. */
const EVENTS: Record<string, string> = {
  'itinerary-load': 'ItineraryLoadEvent',
  'itinerary-error': 'ItineraryErrorEvent',
}

/** Properties whose name differs from that of their attribute. */
const FIELDS: Record<string, string> = { lang: 'language', 'heading-level': 'headingLevel' }

interface DocTag {
  type?: { text: string }
  name: string
  description: string
}

/** The manifest of the element, from its source. */
export function manifestOf(source: string) {
  const block = docComment(source)
  const properties = propertiesOf(source)
  const declaration = {
    kind: 'class',
    name: CLASS,
    tagName: TAG,
    customElement: true,
    superclass: { name: 'LitElement', package: 'lit' },
    description: introduction(block),
    attributes: docTags(block, 'attr').map(attribute => {
      const fieldName = FIELDS[attribute.name] ?? attribute.name
      return { ...attribute, type: attribute.type ?? { text: 'string' }, fieldName }
    }),
    members: properties.map(property => ({ kind: 'field', ...property })),
    events: docTags(block, 'event').map(event => ({ ...event, type: { text: EVENTS[event.name] ?? 'CustomEvent' } })),
    slots: docTags(block, 'slot'),
    cssProperties: docTags(block, 'cssproperty'),
    cssParts: docTags(block, 'csspart'),
  }
  const reference = { name: CLASS, module: 'element.js' }
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'element.js',
        declarations: [declaration],
        exports: [{ kind: 'js', name: CLASS, declaration: reference }],
      },
      {
        kind: 'javascript-module',
        path: 'guest-itinerary.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: TAG, declaration: reference }],
      },
    ],
  }
}

/** The doc comment of the class, without its asterisks. */
function docComment(source: string): string {
  const [before = ''] = source.split(`export class ${CLASS}`)
  return before.slice(before.lastIndexOf('/**')).replace(/^ *(\/\*\*|\*\/|\* ?)/gm, '')
}

const introduction = (block: string) => (block.split(/^[@`]/m)[0] ?? '').trim().replace(/\s+/g, ' ')

/** `@tag {type} name - description`; a slot without a name is the default one. */
const docTags = (block: string, tag: string): DocTag[] =>
  [...block.matchAll(new RegExp(`^@${tag}(?: \\{(.+?)\\})?(?: ([\\w-]+))? - (.*)$`, 'gm'))].map(
    ([, type, name = '', description = '']) => ({
      name,
      ...(type && { type: { text: type } }),
      description,
    }),
  )

/** Public properties with a doc comment. */
const propertiesOf = (source: string): DocTag[] =>
  [...source.matchAll(/\/\*\* (.+?) \*\/\n {2}(?:declare (?!private)|get )(\w+)(?:\(\))?: (.+?)(?: \{)?$/gm)].map(
    ([, description = '', name = '', type = '']) => ({ name, type: { text: type }, description }),
  )
