import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ADMIN_TOKEN,
  newServiceFolder,
  type Run,
  read,
  type ServiceFolder,
  start,
  startWithoutWaiting,
} from './support/run.ts'

/** The output of a start that fails: one line, and exit code 1. */
async function lastWordsOf(run: Run): Promise<string> {
  expect((await run.ended).code).toBe(1)
  expect(run.out).toBe('')
  expect(run.err).toMatch(/^innlet: .*\n$/)
  return run.err.slice('innlet: '.length, -1)
}

const isRoot = process.getuid?.() === 0

describe('one clear line and exit code 1 for [RUN-8] [INPUT-16]', () => {
  it('a taken port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const words = await lastWordsOf(startWithoutWaiting(newServiceFolder(), '--port', String(port)))
    expect(words).toBe(`port ${port} is taken; choose another with --port`)
    server.close()
  })

  it('two starts on one state folder', async () => {
    const place = newServiceFolder()
    const first = await start(place, '--no-demo')
    expect(await lastWordsOf(startWithoutWaiting(place, '--no-demo'))).toBe(
      `the state folder ${place.state} is in use by another Innlet`,
    )
    expect((await first.service.request('GET', '/.well-known/jwks.json')).status).toBe(200)
    await first.end('SIGTERM')
  })

  type Row = [fault: string, prepare: (place: ServiceFolder) => Partial<ServiceFolder>, words: RegExp]
  const rows: Row[] = [
    [
      'a state folder that is a file',
      place => {
        writeFileSync(place.state, '')
        return {}
      },
      /^cannot write to the state folder .*: (file already exists|not a directory)/,
    ],
    [
      'a state folder that cannot be made',
      () => ({ state: '/proc/innlet' }),
      /^cannot write to the state folder \/proc\/innlet: /,
    ],
    [
      'a .dev.vars that cannot be read',
      place => {
        mkdirSync(join(place.folder, 'folder'))
        return { vars: join(place.folder, 'folder') }
      },
      /^cannot read .*folder: illegal operation on a directory/,
    ],
    [
      'a .dev.vars that cannot be written',
      place => ({ vars: join(place.folder, 'nowhere', 'vars') }),
      /^cannot write .*vars: no such file or directory/,
    ],
    [
      'signing keys that are none',
      place => {
        writeFileSync(place.vars, "SIGNING_KEYS='{}'\n")
        return {}
      },
      /^SIGNING_KEYS in .* is not a JWKS of private ES256 keys/,
    ],
    [
      'an administrator token that is too short',
      place => {
        writeFileSync(place.vars, `ADMIN_TOKEN='${'k'.repeat(31)}'\n`)
        return {}
      },
      /^ADMIN_TOKEN in .* is not a token of at least 32 characters, or two .*; correct the line/,
    ],
    [
      'settings that make no sense',
      place => {
        writeFileSync(place.vars, "ITINERARY_LINK_TTL_HOURS='1.5'\nPAGE_SIZE='many'\n")
        return {}
      },
      /^PAGE_SIZE, ITINERARY_LINK_TTL_HOURS: the value cannot be used/,
    ],
    [
      'a demo hotel without a secret that it needs',
      place => {
        writeFileSync(place.vars, "ADMIN_TOKEN=''\n")
        return {}
      },
      /^the demo hotel needs ADMIN_TOKEN, empty in .*; or start with --no-demo/,
    ],
  ]

  it.for(rows)('%s', async ([, prepare, words]) => {
    const place = newServiceFolder('')
    expect(await lastWordsOf(startWithoutWaiting({ ...place, ...prepare(place) }))).toMatch(words)
  })

  it.skipIf(isRoot)('a state folder that may not be written to', async () => {
    const place = newServiceFolder()
    mkdirSync(place.state, { mode: 0o500 })
    expect(await lastWordsOf(startWithoutWaiting(place))).toMatch(
      /^cannot write to the state folder .*: unable to open database file/,
    )
  })

  it.skipIf(isRoot).for<[permissions: string, words: RegExp]>([
    ['400', /^cannot write .*vars: permission denied/],
    ['200', /^cannot read .*vars: permission denied/],
  ])('a .dev.vars that lacks a name, with permissions %s', async ([permissions, words]) => {
    const place = newServiceFolder()
    chmodSync(place.vars, permissions)
    expect(await lastWordsOf(startWithoutWaiting(place))).toMatch(words)
    chmodSync(place.vars, '600')
    expect(read(place.vars)).toBe(`ADMIN_TOKEN='${ADMIN_TOKEN}'\n`)
  })

  it.for<[string, string]>([
    ['--port=no', "--port: expected a number from 0 to 65535, got 'no'"],
    ['--port=65536', "--port: expected a number from 0 to 65535, got '65536'"],
    ['--state=', '--state: expected a value'],
    ['--demo-day=2026-02-30', "--demo-day: expected a date such as 2026-11-21, got '2026-02-30'"],
    ['--prot=1', "Unknown option '--prot'; --help lists the flags"],
  ])('%s', async ([flag, words]) => {
    expect(await lastWordsOf(startWithoutWaiting(newServiceFolder(), flag))).toBe(words)
  })
})

it('A .dev.vars whose last line has no end is added to, not run into', async () => {
  const place = newServiceFolder("INSTANCE='sea'")
  const run = await start(place, '--no-demo')
  expect(read(place.vars)).toMatch(/^INSTANCE='sea'\nADMIN_TOKEN='[\w-]{43}'\n/)
  await run.end('SIGTERM')
})
