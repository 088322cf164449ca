/** More values than any client sends; the rest of a longer list is not read. */
const MAX_VALUES = 20

export interface WeightedValue {
  value: string
  /** From 0 to 1; 0 if the client sent no number. */
  weight: number
}

/** The values of a header such as `Accept` or `Accept-Language`, with their weights (RFC 9110, section 12.4.2). */
export const weightedValues = (header: string | null): WeightedValue[] =>
  (header ?? '').split(',', MAX_VALUES).map(range => {
    const [value = '', ...parameters] = range.split(';').map(part => part.trim())
    const weight = parameters.find(parameter => parameter.toLowerCase().startsWith('q='))?.slice(2)
    return { value, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
