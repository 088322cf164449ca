import { createReadStream } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Loads an SQL export of D1 into a new SQLite file. The export has the rows of a table before those that they refer to, so that
 * foreign keys are not checked here. The caller checks them at the end.
 */
export async function loadExport(sqlFile: string, file: string): Promise<void> {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    for await (const statement of statementsIn(sqlFile)) db.exec(statement)
    db.exec('COMMIT; PRAGMA journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/**
 * The statements of an export. D1 writes a row in one line; a statement of the schema may have several. A statement ends with a
 * line that ends with a semicolon outside of a text: an even number of quotes is before it.
 */
async function* statementsIn(sqlFile: string): AsyncGenerator<string> {
  let statement = ''
  let isInText = false
  for await (const line of linesOf(sqlFile)) {
    statement += statement ? `\n${line}` : line
    if (quotesIn(line) % 2) isInText = !isInText
    if (isInText || !line.trimEnd().endsWith(';')) continue
    yield statement
    statement = ''
  }
  if (statement.trim()) yield statement
}

/** `node:readline` also ends a line at U+2028, which a text may have. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

function quotesIn(line: string): number {
  let count = 0
  for (let at = line.indexOf("'"); at >= 0; at = line.indexOf("'", at + 1)) count++
  return count
}
