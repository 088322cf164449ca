import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addToSite, fetchReleased } from '../../operations/deploy/released-files.ts'
import { integrityOf } from '../../site/pinned.ts'
import { serve } from './support/serve.ts'

type Files = Record<string, string>

const listOf = (files: Files) =>
  JSON.stringify(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, integrityOf(text)])))

/** A live site with files and their list. */
function live(files: Files, list = listOf(files)): Promise<string> {
  const served: Files = { ...files, '/widget/released.json': list }
  return serve(({ url = '' }, response) => {
    response.writeHead(url in served ? 200 : 404)
    response.end(served[url])
  })
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

const NONE = new Map<string, string>()

it('files of earlier releases are uploaded with those of this release, and listed for the next one', async () => {
  const { site, read } = built(NEW)
  addToSite(site, await fetchReleased(await live(OLD), NONE))
  for (const [path, text] of Object.entries({ ...OLD, ...NEW })) expect(read(path)).toBe(text)
  expect(JSON.parse(read('widget/released.json'))).toEqual(JSON.parse(listOf({ ...OLD, ...NEW })))
})

it('known files are not fetched', async () => {
  const files = await fetchReleased(await live({}, listOf(OLD)), new Map(Object.entries(OLD)))
  expect(Object.fromEntries(files)).toEqual(OLD)
})

it.each([
  ['is not what it was', OLD, listOf({ ...OLD, '/widget/locales/de-0a.js': 'other' }), 'is not what was released'],
  ['is not there', {}, listOf(OLD), 'answered 404'],
  ['leads out of the folder', {}, listOf({ '/widget/../../evil.js': 'evil' }), 'is no file of the widget'],
])('a file that %s stops the deployment', async (_, files, list, reason) => {
  await expect(fetchReleased(await live(files, list), NONE)).rejects.toThrow(reason)
})

it.each([
  ['a page of another site', '<!doctype html>'],
  ['an empty list', '{}'],
  ['a list of something else', '["/widget/guest-itinerary.0a.js"]'],
  ['null', 'null'],
])('%s in the place of the list stops the deployment', async (_, list) => {
  await expect(fetchReleased(await live({}, list), NONE)).rejects.toThrow('is no list of released files')
})

it('a service without the list stops the deployment', async () => {
  const origin = await live({})
  await expect(fetchReleased(`${origin}/none/`, NONE)).rejects.toThrow('/none/widget/released.json answered 404')
})

it('a build that has another file of a released name is refused', () => {
  const { site } = built(NEW)
  const path = '/widget/guest-itinerary.0b.js'
  expect(() => addToSite(site, new Map([[path, 'other']]))).toThrow(`${path} of this build is not what was released`)
})
