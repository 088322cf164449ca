import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import innlet from '../../package.json' with { type: 'json' }
import { PLUGIN } from '../../site/downloads/plugin-zip.ts'
import { registerApplication, setUpHotel } from './support/hotel.ts'
import { environmentOf } from './support/innlet-command.ts'
import { whenFileEnds } from './support/run.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

/* The files below `/downloads`, and what a newcomer does with them. */

const { service } = sharedService()
let credentials: Record<string, string>
let folder: string

beforeAll(async () => {
  const customer = newCustomerId()
  await setUpHotel(service, customer)
  credentials = environmentOf(service.origin, await registerApplication(service, customer, ['reservations:write']))
  folder = mkdtempSync(join(tmpdir(), 'innlet-downloads-'))
  whenFileEnds(() => rmSync(folder, { recursive: true }))
})

const address = (name: string) => `${service.origin}/downloads/${name}`

async function download(name: string) {
  const response = await fetch(address(name))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

/** Runs a program in the empty folder, from which no registry is reached, and returns what it prints. */
async function runAlone(command: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
    ...credentials,
  }
  return (await promisify(execFile)(command, args, { cwd: folder, env })).stdout
}

it.each([
  ['innlet-stay', 'zip', 'application/zip'],
  ['innlet-client', 'tgz', 'application/gzip'],
])('%s is served with its type, and with the version in its name too [SITE-60]', async (name, ending, type) => {
  const file = await download(`${name}.${ending}`)
  expect(file).toMatchObject({ status: 200, type })
  expect(await download(`${name}-${innlet.version}.${ending}`)).toEqual(file)
  expect(await download(`${name}-0.0.1.${ending}`)).toMatchObject({ status: 404 })
})

it('the zip is the WordPress plugin, file by file [SITE-60]', async () => {
  const files = readdirSync(PLUGIN, { recursive: true, withFileTypes: true }).filter(each => each.isFile())
  const paths = files.map(each => join(each.parentPath, each.name))
  const unzipped = unzipSync((await download('innlet-stay.zip')).bytes)
  expect(Object.keys(unzipped)).toHaveLength(paths.length)
  for (const path of paths)
    expect(readFileSync(path).equals(unzipped[relative(join(PLUGIN, '..'), path)] ?? Buffer.of())).toBe(true)
})

it('npm installs the client into an empty folder, without a registry, and its command and its module run [SITE-60]', async () => {
  await runAlone('npm', 'install', address('innlet-client.tgz'))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({ '@innlet/client': address('innlet-client.tgz') })
  expect(readdirSync(join(folder, 'node_modules/@innlet'))).toEqual(['client'])
  expect(await runAlone('node_modules/.bin/innlet', '--help')).toContain('innlet [options] [command]')
  const program = "import('@innlet/client').then(({ Innlet }) => console.log(typeof Innlet))"
  expect(await runAlone('node', '-e', program)).toBe('function\n')
  expect(readdirSync(join(folder, 'node_modules/@innlet/client/types/client'))).toContain('innlet.d.ts')
})

it('npx runs the command from its address [SITE-60]', async () => {
  expect(await runAlone('npx', '--yes', address('innlet-client.tgz'), 'doctor')).toContain('reservations:write')
})
