import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../../..')

/** A node of the syntax tree, in the format ESTree. TypeScript 7 has no compiler API; Vite has a parser. */
export interface Syntax {
  type: string
  [field: string]: unknown
}

/** The nodes of these types in a part of a file. */
export function nodesIn(part: unknown, ...types: string[]): Syntax[] {
  const found: Syntax[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value !== null && typeof value === 'object') {
      if (types.includes((value as Syntax).type)) found.push(value as Syntax)
      for (const field in value) visit((value as Syntax)[field])
    }
  }
  visit(part)
  return found
}

/** The syntax trees of the files that match, by path. */
export const parseFiles = (pattern: string): [file: string, tree: Syntax][] =>
  globSync(pattern, { cwd: ROOT }).map(file => {
    const { program, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
    if (errors.length) throw new Error(`${file}: ${errors[0]?.message}`)
    return [file, program as unknown as Syntax]
  })

/** `fetch` for a call of `fetch(…)`, `insert` for one of `build.insert(…)`, `#insert` for one of `this.#insert(…)`. */
export function calleeOf({ callee }: Syntax): string {
  const { property = callee } = callee as Syntax
  const { type, name } = property as Syntax
  return type === 'PrivateIdentifier' ? `#${name}` : String(name)
}

/** The calls of functions and methods of a name. */
export const callsOf = (tree: Syntax, ...names: string[]) =>
  nodesIn(tree, 'CallExpression').filter(call => names.includes(calleeOf(call)))

/** The text of every string and template of a file. */
export const textsIn = (tree: Syntax): string[] => [
  ...nodesIn(tree, 'Literal').map(({ value }) => String(value)),
  ...nodesIn(tree, 'TemplateElement').map(({ value }) => String((value as { cooked: string }).cooked)),
]

/** The exported functions of a file, each with its parameters. */
export function exportedFunctions(tree: Syntax): { name: string; params: unknown }[] {
  return nodesIn(tree, 'ExportNamedDeclaration').flatMap(({ declaration }) => {
    const { type, id, params, declarations = [] } = (declaration ?? {}) as Syntax & { declarations?: Syntax[] }
    if (type === 'FunctionDeclaration') return [{ name: String((id as Syntax).name), params }]
    return (declarations as (Syntax & { id: Syntax; init: Syntax | null })[])
      .filter(({ init }) => init?.type === 'ArrowFunctionExpression')
      .map(({ id, init }) => ({ name: String(id.name), params: init?.params }))
  })
}
