/** A token of SQL. Quoted names and words are distinguished from string literals; comments and spaces are left out. */
export interface Token {
  kind: 'name' | 'text' | 'word' | 'sign'
  /** Without quotes; a word in capitals is in `upper`. */
  value: string
  upper: string
}

const PATTERN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[\p{L}_$][\p{L}\p{N}_$]*|[\d.]+|./gu

export function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(PATTERN)].flatMap(([text]): Token[] => {
    if (/^(?:\s|--|\/\*)/.test(text)) return []
    if (/^['"`[]./.test(text)) {
      const value = text.slice(1, -1)
      return [{ kind: text.startsWith("'") ? 'text' : 'name', value, upper: '' }]
    }
    const kind = /^[\p{L}_$]/u.test(text) ? 'word' : 'sign'
    return [{ kind, value: text, upper: text.toUpperCase() }]
  })
}

/**
 * The statements of a text, each with its semicolon. A semicolon in a quoted text, a quoted name or a comment ends none. The body
 * of a trigger is split as well; the check refuses triggers.
 */
export function statementsIn(sql: string): string[] {
  const ends = [...sql.matchAll(PATTERN)].filter(([text]) => text === ';').map(({ index }) => index + 1)
  const starts = [0, ...ends]
  return starts.map((start, i) => sql.slice(start, ends[i])).filter(statement => tokensOf(statement).length > 0)
}

/** Whether the tokens contain these values next to each other. */
export const holds = (tokens: readonly Token[], ...words: string[]): boolean =>
  tokens.some((_, at) => words.every((word, i) => tokens[at + i]?.upper === word))

/** The name at an index; undefined if there is none. */
export const nameAt = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at]
  return token && (token.kind === 'name' || token.kind === 'word') ? token.value : undefined
}

/** Names between parentheses, `(a, b)`, and the index after them; undefined if there is no such list. */
export function listAt(tokens: readonly Token[], at: number): { names: string[]; end: number } | undefined {
  if (tokens[at]?.value !== '(') return undefined
  const list = namesAt(tokens, at + 1)
  return list && tokens[list.end]?.value === ')' ? { names: list.names, end: list.end + 1 } : undefined
}

/** Names with commas between them. */
export function namesAt(tokens: readonly Token[], at: number): { names: string[]; end: number } | undefined {
  const names: string[] = []
  for (let place = at; ; place += 2) {
    const name = nameAt(tokens, place)
    if (name === undefined) return undefined
    names.push(name)
    if (tokens[place + 1]?.value !== ',') return { names, end: place + 1 }
  }
}
