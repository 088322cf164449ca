/** Text that is HTML already. Only `html` makes it. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character] as string)

/** HTML with values in it: every text is escaped, for a place between tags or in a quoted attribute. An empty one is left out. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | undefined)[]): Html =>
  new Html(
    String.raw({ raw: parts }, ...values.map(value => (value instanceof Html ? value.text : escaped(value ?? '')))),
  )

export type { Html }
