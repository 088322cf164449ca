import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseFileSync } from '@swc/core'

const ROOT = join(import.meta.dirname, '../../..')

/** A node of the syntax tree of swc. TypeScript 7 has no compiler API. */
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
      for (const field in value) if (field !== 'span') visit((value as Syntax)[field])
    }
  }
  visit(part)
  return found
}

/** The syntax trees of the files that match, by path. */
export const parseFiles = (pattern: string): [file: string, tree: Syntax][] =>
  globSync(pattern, { cwd: ROOT }).map(file => [
    file,
    parseFileSync(join(ROOT, file), { syntax: 'typescript', target: 'esnext' }) as unknown as Syntax,
  ])

/** `fetch` for a call of `fetch(…)`, `insert` for one of `build.insert(…)`. */
export function calleeOf({ callee }: Syntax): string {
  const { value, property } = callee as Syntax
  return String(value ?? (property as Syntax | undefined)?.value)
}

/** The calls of functions and methods of a name. */
export const callsOf = (tree: Syntax, ...names: string[]) =>
  nodesIn(tree, 'CallExpression').filter(call => names.includes(calleeOf(call)))

/** The text of every string and template of a file. */
export const textsIn = (tree: Syntax): string[] => [
  ...nodesIn(tree, 'StringLiteral').map(({ value }) => String(value)),
  ...nodesIn(tree, 'TemplateElement').map(({ cooked }) => String(cooked)),
]

/** The exported functions of a file, each with its parameters. */
export function exportedFunctions(tree: Syntax): { name: string; params: unknown }[] {
  return nodesIn(tree, 'ExportDeclaration').flatMap(({ declaration }) => {
    const { type, identifier, params, declarations = [] } = declaration as Syntax & { declarations?: Syntax[] }
    if (type === 'FunctionDeclaration') return [{ name: String((identifier as Syntax).value), params }]
    return (declarations as (Syntax & { id: Syntax; init: Syntax | null })[])
      .filter(({ init }) => init?.type === 'ArrowFunctionExpression')
      .map(({ id, init }) => ({ name: String(id.value), params: init?.params }))
  })
}
