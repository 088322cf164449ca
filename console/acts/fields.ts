import { html, nothing, type TemplateResult } from 'lit'

/* Fields of acts: plain HTML, with the label above. */

interface FieldOptions {
  type?: string
  value?: string | number
  required?: boolean
  min?: string | number
  max?: string | number
  step?: string | number
  maxlength?: number
  autocomplete?: string
  list?: string
}

/** A field of one line. `value` is what it has at first: what a person types stays. */
export function field(
  name: string,
  label: string,
  options: FieldOptions = {},
  input?: (value: string) => void,
): TemplateResult {
  const { type = 'text', value = '', required = false, min, max, step, maxlength, autocomplete = 'off', list } = options
  return html`<div class="field">
    <label for=${`field-${name}`}>${label}</label>
    <input
      id=${`field-${name}`}
      name=${name}
      type=${type}
      value=${value}
      ?required=${required}
      min=${min ?? nothing}
      max=${max ?? nothing}
      step=${step ?? nothing}
      maxlength=${maxlength ?? nothing}
      autocomplete=${autocomplete}
      list=${list ?? nothing}
      @input=${(event: Event) => input?.((event.target as HTMLInputElement).value)}
    >
  </div>`
}

export interface Option {
  value: string | number
  text: string
  also?: unknown
}

/** One of several, each a row. */
export const options = (name: string, legend: string, list: readonly Option[], chosen?: string | number) => html`
  <fieldset class="field">
    <legend>${legend}</legend>
    <div class="options">
      ${list.map(
        ({ value, text, also }) => html`<label>
          <input type="radio" name=${name} value=${value} ?checked=${value === chosen} required>
          <span>${text}</span><span class="quiet">${also ?? nothing}</span>
        </label>`,
      )}
    </div>
  </fieldset>
`
