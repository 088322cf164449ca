import type { RequestListener } from 'node:http'
import { expect, it, vi } from 'vitest'
import { type CommandResult, runOperation } from './support/commands.ts'
import { serve } from './support/serve.ts'

vi.stubEnv('INNLET_ADMIN_TOKEN', 'a-token-that-nobody-compares')

/** A run of the watch at a server that is not the service, or stands before it. */
async function watchAt(listener: RequestListener, ...flags: string[]): Promise<CommandResult> {
  return runOperation('watch.ts', ['--url', await serve(listener), ...flags])
}

const JSON_TYPE = { 'content-type': 'application/json' }
const HEALTHY = '{"content":{"status":"Healthy"}}'

it.for<[title: string, status: number, headers: Record<string, string>, said: RegExp]>([
  ['a page of HTML', 200, { 'content-type': 'text/html' }, /GET \/api\/Fetch\/health answered 200 with a page of HTML/],
  ['the JSON of another server', 200, JSON_TYPE, /another server responds at http:\/\/127\.0\.0\.1:\d+/],
  [
    'an address to sign in',
    302,
    { location: 'https://login.test/' },
    /\/health answered 302 to https:\/\/login\.test\//,
  ],
])('%s in place of the service is exit code 2, and names what to read [RUN-54]', async ([_, status, headers, why]) => {
  const { code, said } = await watchAt((_, response) => response.writeHead(status, headers).end('{}'))
  const read = /; since this run; docs\/running\.md#the-service-does-not-respond\n/
  expect([code, said]).toEqual([
    2,
    expect.stringMatching(`^CRITICAL the service does not respond: .*${why.source}${read.source}`),
  ])
})

it('a page of HTML below /admin is exit code 2, and names what to read [RUN-54]', async () => {
  const { code, said } = await watchAt(({ url }, response) => {
    if (url?.startsWith('/api/Fetch/')) response.writeHead(200, JSON_TYPE).end(HEALTHY)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
  })
  const line =
    /^CRITICAL not judged: GET \/admin\/status\S* answered 200 with a page of HTML; since this run; docs\/watch\.md#what-the-watch-/
  expect([code, said]).toEqual([2, expect.stringMatching(line)])
})

it('a service of an earlier release, as after a rollback, is exit code 2, and names what to read [RUN-54]', async () => {
  const { code, said } = await watchAt(({ url }, response) => {
    const ofRelease110 = JSON.stringify({ version: '1.1.0', secrets: [], customers: 0, moves: [], databases: [] })
    const headers = { ...JSON_TYPE, 'x-has-more': 'false' }
    response.writeHead(200, headers).end(url?.startsWith('/admin/') ? ofRelease110 : HEALTHY)
  })
  const line =
    /^CRITICAL not judged: the service is of release 1\.1\.0, which lacks what the watch reads; .*docs\/watch\.md#what-the-watch-/
  expect([code, said]).toEqual([2, expect.stringMatching(line)])
})

/** A service with 51 customers, whose lists have a header or a value of something that stands before it. */
const listsWith =
  (headers: Record<string, string>, createdAt: unknown, list = 'customers'): RequestListener =>
  ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://watch.test')
    if (!pathname.startsWith('/admin/')) return response.writeHead(200, JSON_TYPE).end(HEALTHY)
    const answers: Record<string, object> = {
      '/admin/status': { version: '1.2.0', secrets: [], moves: [], databases: [], webhooks: { worst: [] } },
      '/admin/customers': { [list]: [{ clientId: 7, name: 'Aurora', state: 'serving', stateSince: null, createdAt }] },
      '/admin/applications': { applications: [] },
      '/admin/api-keys': { apiKeys: [] },
    }
    const isChanged = pathname === '/admin/customers'
    response.writeHead(200, { ...JSON_TYPE, ...(isChanged ? headers : { 'x-has-more': 'false' }) })
    return response.end(JSON.stringify(answers[pathname]))
  }

const TODAY = new Date().toISOString()

it.for<[title: string, listener: RequestListener, why: RegExp]>([
  ['without X-Has-More', listsWith({}, TODAY), /\/admin\/customers answered without X-Has-More/],
  [
    'with another X-Has-More',
    listsWith({ 'x-has-more': 'yes' }, TODAY),
    /\/admin\/customers answered without X-Has-More/,
  ],
  [
    'without the cursor of its next page',
    listsWith({ 'x-has-more': 'true' }, TODAY),
    /\/admin\/customers has more, and answered without X-Next-Cursor/,
  ],
  [
    'with the same cursor for ever',
    listsWith({ 'x-has-more': 'true', 'x-next-cursor': 'a' }, TODAY),
    /\/admin\/customers\?cursor=a answered the same X-Next-Cursor twice/,
  ],
  [
    'with a value that is no date',
    listsWith({ 'x-has-more': 'false' }, 'yesterday'),
    /\/admin\/customers answered with createdAt "yesterday", which is no date/,
  ],
  [
    'without its list',
    listsWith({ 'x-has-more': 'false' }, TODAY, 'items'),
    /\/admin\/customers answered without customers/,
  ],
])('a list %s is not judged: exit code 2, and nothing is OK [RUN-61]', async ([_, listener, why]) => {
  const { code, said } = await watchAt(listener)
  expect([code, said]).toEqual([2, expect.stringMatching(`^CRITICAL not judged: GET ${why.source}`)])
  expect(said).not.toMatch(/^OK/m)
})

it('an age by a clock that is no date is not judged [RUN-61]', async () => {
  const { code, said } = await watchAt((_, response) =>
    response.writeHead(200, { ...JSON_TYPE, date: 'today' }).end(HEALTHY),
  )
  expect([code, said]).toEqual([
    2,
    expect.stringMatching(/^CRITICAL .*the Date of a response is today, which is no date/),
  ])
})

it('times are compared with the clock of the service, whatever that of this machine says', async () => {
  const date = '2031-01-01T00:00:00.000Z'
  const headers = { ...JSON_TYPE, date: new Date(date).toUTCString() }
  const { said } = await watchAt(({ url }, response) => {
    if (url?.startsWith('/api/Fetch/')) response.writeHead(200, headers).end(HEALTHY)
    else response.writeHead(401).end()
  }, '--json')
  expect(JSON.parse(said).at).toBe(date)
})
