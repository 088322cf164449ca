import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { build } from '../../tooling/builds/build.ts'
import { whenFileEnds } from './support/run.ts'

/* The licences of what is served. Those of what is packed are in release.test.ts and client-package.test.ts. */

const ROOT = join(import.meta.dirname, '../..')
const SITE = join(ROOT, 'dist/site')
const list = readFileSync(join(SITE, 'licenses.txt'), 'utf8')

/** The package of a module: `@scope/name/part.js` is in `@scope/name`. */
const packageOf = (module: string) => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? ''

const isListed = (name: string) => list.split('\n').some(line => line.startsWith(`${name} `) && /\(\S+\)$/.test(line))

it('licenses.txt has every package that the scripts of the site import', () => {
  const sources = globSync(
    [
      'widget/{actions,embed,guest-itinerary,page}/**/*.ts',
      'site/{reference/browser/*,search/find,search/search-options}.ts',
    ],
    { cwd: ROOT },
  )
  const imports = sources.flatMap(path => [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?:import|export) (?!type).*? from '([^.#:'][^:']*)'/gm),
  ])
  const packages = new Set(imports.map(([, module = '']) => packageOf(module)))
  expect([...packages]).toEqual(expect.arrayContaining(['lit', 'lean-qr', 'minisearch']))
  expect([...packages].filter(name => !isListed(name))).toEqual([])
})

it('licenses.txt has every package in the bundle of the Worker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-licences-'))
  whenFileEnds(() => rmSync(folder, { recursive: true }))
  const { script } = await build(folder)
  const modules = readFileSync(script, 'utf8').matchAll(/^\/\/ (?:.*\/)?node_modules\/(\S+)$/gm)
  const packages = new Set([...modules].map(([, module = '']) => packageOf(module)))
  expect([...packages]).toEqual(expect.arrayContaining(['hono', 'jose', 'zod', 'drizzle-orm', 'lit-html']))
  expect([...packages].filter(name => !isListed(name))).toEqual([])
})

it('licenses.txt has the texts of the licences, and those of the fonts', () => {
  for (const text of ['Permission is hereby granted', 'Redistributions of source code', 'SIL OPEN FONT LICENSE'])
    expect(list).toContain(text)
  const fonts = readdirSync(join(SITE, 'fonts')).filter(name => name.endsWith('.woff2'))
  expect(fonts.length).toBeGreaterThan(3)
  for (const name of fonts) {
    const family = new RegExp(`The ${basename(name).split(/[-.]/)[0]} Project Authors`, 'i')
    expect(list, name).toMatch(family)
  }
})

it('every script with packages in it names the list', () => {
  const scripts = ['widget/guest-itinerary.js', 'docs/reference.js', 'embed/embed.js', 'page/itinerary.js']
  const actions = readdirSync(join(SITE, 'widget/actions')).map(name => `widget/actions/${name}`)
  for (const path of [...scripts, ...actions])
    expect(readFileSync(join(SITE, path), 'utf8'), path).toMatch(/^\/\*! Licences: \/licenses\.txt \*\/\n/)
})
