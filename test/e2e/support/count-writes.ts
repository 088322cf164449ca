/*
 * Is loaded into a command before it begins. Each of its writes is a line of the file WRITES: a request that the service has
 * accepted, a change of a file below FOLDER that is not temporary, a statement that changes an SQLite file. It is killed in the middle of, or just
 * after, the one with the number KILLED_AT. Those that are in the file at its start have no number.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const { WRITES = '', FOLDER = '', KILLED_AT, TMPDIR = '' } = process.env
// The tools that the command starts are not killed.
for (const name of ['NODE_OPTIONS', 'WRITES', 'FOLDER', 'KILLED_AT']) delete process.env[name]

const original = { ...fs }
const originalOpen = fs.promises.open
let count = 0
/** Functions of `node:fs` use each other. */
let isInside = false

const known = original.existsSync(WRITES) ? original.readFileSync(WRITES, 'utf8').split('\n') : []
/** Whether the next write is the last one of this process. */
const isLast = (what: string) => !known.includes(what) && count + 1 === Number(KILLED_AT)

function wrote(what: string): void {
  original.appendFileSync(WRITES, `${what}\n`)
  if (isLast(what)) process.kill(process.pid, 'SIGKILL')
  if (!known.includes(what)) count++
}

const isCounted = (path: unknown): path is string =>
  typeof path === 'string' && path.startsWith(FOLDER) && !path.startsWith(TMPDIR)

const named = (path: string) => relative(FOLDER, path)

type Change = (path: string, ...more: never[]) => unknown

/** Replaces a function of `node:fs` that changes a path. `half`: what is there if it is killed in the middle. */
function replace(name: 'mkdirSync' | 'rmSync' | 'renameSync' | 'copyFileSync' | 'writeFileSync' | 'openSync'): void {
  const change = original[name] as Change
  Object.assign(fs, {
    [name]: (path: string, ...more: never[]) => {
      const target = name === 'copyFileSync' ? String(more[0]) : path
      if (isInside || !isCounted(target)) return change(path, ...more)
      const isThere = original.existsSync(target)
      const isNone = { mkdirSync: isThere, rmSync: !isThere, openSync: !/^[wa]/.test(String(more[0])) }[name as string]
      if (isNone) return change(path, ...more)
      if (name === 'writeFileSync' && more[0]) half(target, String(more[0]), more[1])
      isInside = true
      const result = change(path, ...more)
      isInside = false
      wrote(`${name.replace('Sync', '')} ${named(target)}`)
      return result
    },
  })
}

/** Half of a file. */
function half(path: string, text: string, options: object | undefined): void {
  const what = `half of ${named(path)}`
  isInside = true
  if (isLast(what)) original.writeFileSync(path, text.slice(0, text.length / 2), options)
  isInside = false
  wrote(what)
}

for (const name of ['mkdirSync', 'rmSync', 'renameSync', 'copyFileSync', 'writeFileSync', 'openSync'] as const) {
  replace(name)
}
Object.assign(fs.promises, {
  open: async (path: string, ...more: never[]) => {
    const file = await originalOpen(path, ...more)
    if (!isCounted(path)) return file
    wrote(`open ${named(path)}`)
    const write = file.write.bind(file) as (text: string) => Promise<unknown>
    return Object.assign(file, {
      write: async (text: string) => {
        const what = `half of ${named(path)}`
        if (isLast(what)) await write(text.slice(0, text.length / 2))
        wrote(what)
        const written = await write(text)
        wrote(`write ${named(path)}`)
        return written
      },
    })
  },
})
syncBuiltinESMExports()

const changesRows = (sql: string) => !/^\s*(SELECT|PRAGMA)/i.test(sql)
/** The kind of a statement. Migrations change the schema. */
const kindOf = (sql: string) => /^\s*(BEGIN|COMMIT|INSERT|UPDATE|DELETE|VACUUM)/i.exec(sql)?.[1] ?? 'schema'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql)
  if (changesRows(sql)) wrote(`exec ${kindOf(sql)}`)
}
const { run } = StatementSync.prototype
StatementSync.prototype.run = function (...values) {
  const result = run.apply(this, values as never)
  wrote(`run ${kindOf(this.sourceSQL)}`)
  return result
}

const request = globalThis.fetch
globalThis.fetch = async (address, init) => {
  const response = await request(address, init)
  const { method = 'GET', body } = init ?? {}
  const { pathname } = new URL(String(address))
  const sql = pathname.endsWith('/query') ? String(JSON.parse(String(body)).sql) : ''
  if (method === 'GET' || !response.ok || (sql && !changesRows(sql))) return response
  await response.clone().arrayBuffer()
  const path = pathname.replace(/[0-9a-f-]{32,}|(?<=\/)\d+(?=\/|$)/g, '{id}')
  wrote([method, path, ...(sql ? [kindOf(sql)] : [])].join(' '))
  return response
}
