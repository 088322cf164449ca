import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepReleased } from '../../scripts/keep-released.ts'
import { integrityOf } from '../../scripts/site/pinned.ts'

type Files = Record<string, string>

const listOf = (files: Files) =>
  JSON.stringify(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, integrityOf(text)])))

/** A live site with files and their list. */
async function live(files: Files, list = listOf(files)): Promise<string> {
  const served: Files = { ...files, '/widget/released.json': list }
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(url in served ? 200 : 404)
    response.end(served[url])
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A new build of the site. */
function built(files: Files): { site: string; read(path: string): string } {
  const site = mkdtempSync(join(tmpdir(), 'innlet-site-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
  mkdirSync(join(site, 'widget'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(site, path), text)
  writeFileSync(join(site, 'widget/released.json'), listOf(files))
  return { site, read: path => readFileSync(join(site, path), 'utf8') }
}

const OLD = { '/widget/guest-itinerary.0a.js': 'old', '/widget/locales/de-0a.js': 'alt' }
const NEW = { '/widget/guest-itinerary.0b.js': 'new' }

it('what was released before goes along with what is released now, and is on the list for the next time', async () => {
  const { site, read } = built(NEW)
  expect(await keepReleased(await live(OLD), site)).toBe(2)
  for (const [path, text] of Object.entries({ ...OLD, ...NEW })) expect(read(path)).toBe(text)
  expect(JSON.parse(read('widget/released.json'))).toEqual(JSON.parse(listOf({ ...OLD, ...NEW })))
})

it('what has not changed is not asked for', async () => {
  const { site } = built(NEW)
  expect(await keepReleased(await live({}, listOf(NEW)), site)).toBe(0)
})

it('a service that has released nothing yet has nothing to keep', async () => {
  const origin = await live({})
  expect(await keepReleased(`${origin}/none/`, built(NEW).site)).toBe(0)
})

it.each([
  ['is not what it was', OLD, listOf({ ...OLD, '/widget/locales/de-0a.js': 'other' }), 'is not what was released'],
  ['is not there', {}, listOf(OLD), 'answered 404'],
  ['leads out of the folder', {}, listOf({ '/widget/../../evil.js': 'evil' }), 'is no file of the widget'],
])('a file that %s stops the deployment', async (_, files, list, reason) => {
  await expect(keepReleased(await live(files, list), built(NEW).site)).rejects.toThrow(reason)
})
