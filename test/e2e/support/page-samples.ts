import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

/* The samples of the reference, as a visitor copies them, and a shell that runs them. */

export interface Sample {
  operationId: string
  /** The name of its example; empty: the operation has one. */
  name: string
  curl: string
  typescript: string
  /** What must be there before; empty: nothing. */
  needs: string
  /** What the page shows as the response. */
  shown: string
}

/** All samples of a service, and the commands that set TOKEN, with what the page has filled in. */
export async function samplesOf(browser: Browser, origin: string): Promise<{ samples: Sample[]; setToken: string }> {
  const [page, empty] = [await browser.newPage(), await browser.newPage()]
  await page.goto(`${origin}/docs`)
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('main .operations a')].map(each => (each as HTMLAnchorElement).href),
  )
  const samples: Sample[] = []
  let setToken = ''
  // Nothing is filled into the samples themselves. Opening each page would take most of the time of the test.
  for (const address of new Set(links.map(each => each.split('#')[0] as string))) {
    const found = await empty.evaluate(samplesIn, await (await fetch(address)).text())
    samples.push(...found.samples)
    if (setToken || !found.hasToken) continue
    // A script fills the credentials of the demo hotel in.
    await page.goto(address, { waitUntil: 'networkidle' })
    setToken = (await page.locator('.token code').allTextContents()).find(code => code.includes('TOKEN=$(')) ?? ''
  }
  await Promise.all([page.close(), empty.close()])
  return { samples, setToken }
}

/** The samples of a page, and whether it has the commands that set TOKEN. */
function samplesIn(html: string): { samples: Sample[]; hasToken: boolean } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const hasToken = [...body.querySelectorAll('.token code')].some(code => code.textContent?.includes('TOKEN=$('))
  const samples = [...body.querySelectorAll<HTMLElement>('.example')].map(example => {
    const textOf = (selector: string) => example.querySelector(selector)?.textContent ?? ''
    return {
      operationId: example.closest('.operation')?.id ?? '',
      name: example.dataset.name ?? '',
      curl: textOf('[data-sample=curl] code'),
      typescript: textOf('[data-sample=typescript] code'),
      needs: textOf('[data-needs]'),
      shown: textOf('.code:not([data-sample]) code'),
    }
  })
  return { samples, hasToken }
}

/** What a command printed, and the status and headers of its last response. */
export interface Output {
  text: string
  status: number
  headers: Map<string, string>
}

/** A process that runs what is written to it, and prints a line at the end of each. */
class Session {
  readonly #child: ChildProcess
  #output = ''
  #wake = () => {}

  constructor(command: string, args: string[], env: Record<string, string>) {
    this.#child = spawn(command, args, { env: { PATH: process.env.PATH, ...env } })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', text => {
        this.#output += text
        this.#wake()
      })
    }
  }

  /** Writes input whose processing prints the line `end`, and returns what was printed before. */
  protected async outputOf(input: string, end: string): Promise<string> {
    this.#child.stdin?.write(`${input}\n`)
    while (!this.#output.includes(`${end}\n`)) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const text = this.#output.slice(0, this.#output.indexOf(end)).replaceAll('\r', '').trim()
    this.#output = ''
    return text
  }

  end(): void {
    this.#child.kill()
  }
}

const newEnd = () => `==${randomUUID()}==`

/** One shell, in which curl also writes the headers of each response to a file. */
export class Shell extends Session {
  readonly #headers: string

  constructor(folder: string, env: Record<string, string>) {
    const home = mkdtempSync(join(folder, 'curl-'))
    const headers = join(home, 'headers')
    writeFileSync(join(home, '.curlrc'), `silent\nshow-error\ndump-header = "${headers}"\n`)
    super('bash', [], { CURL_HOME: home, ...env })
    this.#headers = headers
  }

  async run(code: string): Promise<Output> {
    const end = newEnd()
    rmSync(this.#headers, { force: true })
    const text = await this.outputOf(`${code}\necho; echo ${end}`, end)
    return { text, ...this.#lastResponse() }
  }

  #lastResponse(): Omit<Output, 'text'> {
    if (!existsSync(this.#headers)) return { status: 0, headers: new Map() }
    const [status = '', ...lines] = readFileSync(this.#headers, 'utf8').trim().split(/\r?\n/)
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
    return { status: Number(status.split(' ')[1]), headers: new Map(headers) }
  }
}

/** The module of `Modules`: imports the files that it reads, one after the other. */
const IMPORTER = `
  import { createInterface } from 'node:readline'
  for await (const line of createInterface({ input: process.stdin })) {
    const { file, env, end } = JSON.parse(line)
    Object.assign(process.env, env)
    await import(file).catch(error => console.log('failed:', error))
    console.log(end)
  }
`

/** One Node that imports modules, because starting it takes longer than most samples. */
export class Modules extends Session {
  readonly #folder: string

  constructor(folder: string) {
    super(process.execPath, ['--input-type=module', '--eval', IMPORTER], {})
    this.#folder = mkdtempSync(join(folder, 'modules-'))
  }

  /** What a module printed; an exception begins with `failed:`. */
  async run(code: string, env: Record<string, string>): Promise<string> {
    const end = newEnd()
    const file = join(this.#folder, `${randomUUID()}.ts`)
    writeFileSync(file, code)
    return this.outputOf(JSON.stringify({ file, env, end }), end)
  }
}
