/*
 * What editors and documentation tools read of an element: a custom elements manifest (schema 1.0.0), from what the docs block
 * over its class says. https://github.com/webcomponents/custom-elements-manifest
 */

const TAG = 'guest-itinerary'
const CLASS = 'GuestItinerary'

/** What an event is, as its type is called in the package. */
const EVENTS: Record<string, string> = {
  'itinerary-load': 'ItineraryLoadEvent',
  'itinerary-error': 'ItineraryErrorEvent',
}

/** What the property is called, where it has not the attribute's name. */
const FIELDS: Record<string, string> = { lang: 'language', 'heading-level': 'headingLevel' }

interface DocTag {
  type?: { text: string }
  name: string
  description: string
}

/** The manifest of the element whose source this is. */
export function manifestOf(source: string) {
  const block = blockOver(source)
  const properties = propertiesOf(source)
  const declaration = {
    kind: 'class',
    name: CLASS,
    tagName: TAG,
    customElement: true,
    superclass: { name: 'HTMLElement' },
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
  const where = { name: CLASS, module: 'element.js' }
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'element.js',
        declarations: [declaration],
        exports: [{ kind: 'js', name: CLASS, declaration: where }],
      },
      {
        kind: 'javascript-module',
        path: 'guest-itinerary.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: TAG, declaration: where }],
      },
    ],
  }
}

/** The docs block over the class, without its stars. */
function blockOver(source: string): string {
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

/** Public properties with a word of their own over them. */
const propertiesOf = (source: string): DocTag[] =>
  [...source.matchAll(/\/\*\* (.+?) \*\/\n {2}(?:declare (?!private)|get )(\w+)(?:\(\))?: (.+?)(?: \{)?$/gm)].map(
    ([, description = '', name = '', type = '']) => ({ name, type: { text: type }, description }),
  )
