import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedBrowser, unpackedBrowser } from '../../scripts/chromium.ts'

const UNPACK = join(import.meta.dirname, '../../scripts/chromium/unpack.ts')

/** Makes the browser load its graphics libraries, on a machine without a GPU too. */
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

const isOurs = !process.env.CHROME_PATH && process.platform === 'linux' && process.arch === 'x64'

describe.runIf(isOurs)('the browser that npm ci brings, on a machine that has never seen it', () => {
  let machine: string
  let folder: string
  beforeAll(() => {
    machine = mkdtempSync(join(tmpdir(), 'innlet-chromium-'))
    folder = join(machine, 'cache/chromium')
    for (const name of ['home', 'tmp']) mkdirSync(join(machine, name))
  })
  afterAll(() => rmSync(machine, { recursive: true, force: true, maxRetries: 10 }))

  const beside = () => readdirSync(join(machine, 'cache'))

  /** The libraries that the processes of the unpacked browser have loaded. */
  const loaded = () =>
    readdirSync('/proc')
      .filter(pid => /^\d+$/.test(pid) && linkOf(`/proc/${pid}/exe`).startsWith(folder))
      .flatMap(pid => readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\/\S+\.so\S*$/gm) ?? [])

  it('is absent, not half there, when its unpacking is killed [RUN-5]', async () => {
    const child = spawn(process.execPath, [UNPACK, folder], { stdio: 'ignore' })
    while (!existsSync(join(`${folder}.${child.pid}`, 'chromium'))) await new Promise(resolve => setTimeout(resolve, 5))
    child.kill('SIGKILL')
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
    expect(beside()).toEqual([`chromium.${child.pid}`])
  })

  it('is there once and complete when two unpack it at the same time, and nothing is left of the one that was killed [RUN-5]', async () => {
    const both = await Promise.all([unpackedBrowser(folder, []), unpackedBrowser(folder, [])])
    for (const { executablePath } of both) expect(executablePath).toBe(join(folder, 'chromium'))
    expect(beside()).toEqual(['chromium'])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['al2023', 'fonts', 'libEGL.so', 'libGLESv2.so']))
  })

  it('starts with its own libraries and font on any machine [RUN-5]', async () => {
    const args = [...(await installedBrowser()).args.filter(arg => arg !== '--disable-webgl'), ...SOFTWARE_GL]
    const { env, executablePath } = await unpackedBrowser(folder, args)
    const { LD_LIBRARY_PATH, FONTCONFIG_FILE } = env ?? {}
    const browser = await chromium.launch({
      executablePath,
      args,
      env: { HOME: join(machine, 'home'), TMPDIR: join(machine, 'tmp'), LD_LIBRARY_PATH, FONTCONFIG_FILE },
    })
    try {
      const page = await browser.newPage()
      await page.setContent('<p style="font: 100px Open Sans"><span>Itinerary</span>')
      expect(await page.locator('span').evaluate(span => span.getBoundingClientRect().width)).toBeGreaterThan(300)
      const drawsIn3d = () => Boolean(document.createElement('canvas').getContext('webgl'))
      expect(await page.evaluate(drawsIn3d)).toBe(true)
      const libraries = new Set(loaded())
      for (const own of ['al2023/lib/libnss3.so', 'libvulkan.so.1']) expect(libraries).toContain(join(folder, own))
    } finally {
      await browser.close()
    }
  })
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
