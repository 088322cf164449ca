import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readFlags } from '../../../operations/deploy/flags.ts'
import { runWrangler } from '../../../operations/deploy/wrangler.ts'
import { deploy } from '../../../operations/deploy.ts'
import { integrityOf } from '../../../site/pinned.ts'
import { ACCOUNT, FakeCloudflare, type SimulatedFailure } from './fake-cloudflare.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const TOKEN = 'the-api-token-of-the-test'

export interface DeploymentResult {
  /** The output, and the error's message at the end. */
  output: string
  failed: boolean
  calls: string[]
}

/** The files of a released site, with their list. */
export const releasedSite = (files: Record<string, string>): Record<string, string> => ({
  ...files,
  '/widget/released.json': JSON.stringify(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, integrityOf(text)])),
  ),
})

/** A simulated account, the folder of a deployment, and the live site. */
export class Deployment {
  readonly fake = new FakeCloudflare()
  readonly folder = mkdtempSync(join(tmpdir(), 'innlet-deploy-'))
  readonly site = join(this.folder, 'site')
  readonly kept = join(this.folder, 'kept', ACCOUNT)
  readonly secretsFile = join(this.kept, 'innlet.secrets')
  /** Files of the live service by path: those of a release, by default. `"refused"` is 401. */
  live: Record<string, string> = releasedSite({ '/widget/guest-itinerary.00.js': 'live' })
  config = 'wrangler.toml'
  #env: NodeJS.ProcessEnv = {}
  onLiveRequest: (request: IncomingMessage) => void = () => {}
  #liveSite = createServer((request, response) => {
    this.onLiveRequest(request)
    const { url = '' } = request
    response.writeHead(
      this.live[url] === '"refused"' ? 401 : url in this.live ? 200 : 404,
      url.startsWith('/admin') ? { 'content-type': 'application/json' } : {},
    )
    response.end(this.live[url])
  })

  /** PUBLIC_URL is the address of the live site by default. */
  async open({ setting = 'PUBLIC_URL', databases = ['DB'], main = '' } = {}): Promise<this> {
    this.#env = {
      ...process.env,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_API_BASE_URL: await this.fake.listen(),
      TMPDIR: this.folder,
    }
    delete this.#env.CLOUDFLARE_ACCOUNT_ID
    // Wrangler asks the npm registry for a newer version after an error, unless it did so within the hour.
    mkdirSync(join(this.folder, 'update-check'))
    writeFileSync(
      join(this.folder, 'update-check/wrangler-latest.json'),
      JSON.stringify({ latest: null, lastUpdate: Date.now() }),
    )
    this.build({ '/widget/guest-itinerary.11.js': 'built' })
    await new Promise<void>(resolve => this.#liveSite.listen(0, '127.0.0.1', resolve))
    if (setting) this.#writeConfig(databases, main || this.smallScript())
    return this
  }

  /** The environment of the commands. */
  get env(): NodeJS.ProcessEnv {
    return this.#env
  }

  /** A new build of the site, with these files to keep. */
  build(files: Record<string, string>): void {
    rmSync(this.site, { recursive: true, force: true })
    mkdirSync(join(this.site, 'widget'), { recursive: true })
    for (const [path, text] of Object.entries(releasedSite(files))) writeFileSync(join(this.site, path), text)
  }

  get liveOrigin(): string {
    return `http://127.0.0.1:${(this.#liveSite.address() as AddressInfo).port}`
  }

  /** Replaces a text of wrangler.toml, which must be there. */
  changeConfig(before: string, after: string): void {
    const text = readFileSync(this.config, 'utf8')
    if (!text.includes(before)) throw new Error(`wrangler.toml has no ${before}`)
    writeFileSync(this.config, text.replace(before, after))
  }

  smallScript(): string {
    const path = join(this.folder, 'worker.js')
    writeFileSync(path, 'export default { fetch: () => new Response() }')
    return path
  }

  #writeConfig(databases: readonly string[], main: string): void {
    const more = databases.slice(1).map(
      name => `[[d1_databases]]
binding = "${name}"
database_name = "innlet-${name.toLowerCase()}"
migrations_dir = "${ROOT}/schema/migrations"
`,
    )
    const text = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
      .replace('PUBLIC_URL = ""', `PUBLIC_URL = "${this.liveOrigin}"`)
      .replace('DATABASES = "DB"', `DATABASES = "${databases.join(' ')}"`)
      .replace('main = "worker/index.ts"', `main = "${main}"`)
      .replace('migrations_dir = "', `migrations_dir = "${ROOT}/`)
      .replace('directory = "', `directory = "${ROOT}/`)
      .replaceAll('"./worker/', `"${ROOT}/worker/`)
    this.config = join(this.folder, 'wrangler.toml')
    writeFileSync(this.config, `${text}\n${more.join('\n')}`)
  }

  /** A run in this process: only wrangler's commands are processes of their own. */
  async run({
    dryRun = false,
    env = {} as NodeJS.ProcessEnv,
    flags: more = [] as string[],
  } = {}): Promise<DeploymentResult> {
    const from = this.fake.calls.length
    const lines: string[] = []
    const args = ['--config', this.config, '--folder', join(this.folder, 'kept'), '--site', this.site, ...more]
    const flags = readFlags(dryRun ? [...args, '--dry-run'] : args)
    let failed = false
    try {
      await deploy(flags, { ...this.#env, ...env }, line => lines.push(line))
    } catch (error) {
      failed = true
      lines.push((error as Error).message)
    }
    return { output: lines.join('\n'), failed, calls: this.fake.calls.slice(from) }
  }

  /** A command of wrangler, as docs/deploy.md has it. */
  wrangler(...args: string[]): Promise<string> {
    return runWrangler([...args, '--name', 'innlet'], { ...this.#env, CLOUDFLARE_ACCOUNT_ID: ACCOUNT })
  }

  /** The command itself. `onPid` is told its process group. */
  async command(args: string[] = [], onPid: (pid: number) => void = () => {}): Promise<DeploymentResult> {
    const from = this.fake.calls.length
    const all = ['--config', this.config, '--folder', join(this.folder, 'kept'), '--site', this.site, ...args]
    const child = spawn(process.execPath, [join(ROOT, 'operations/deploy.ts'), ...all], {
      cwd: ROOT,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    onPid(child.pid ?? 0)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    const code = await new Promise(resolve => child.once('close', resolve))
    return { output: stripVTControlCharacters(output), failed: code !== 0, calls: this.fake.calls.slice(from) }
  }

  /** A run in which the network fails at the request for which `isIt` holds; where it is `gone`, at all that follow too. */
  async runWithFailure(
    how: 'gone' | 'lost' | 'unanswered',
    isIt: (call: string, n: number) => boolean,
    flags: string[] = [],
  ): Promise<DeploymentResult> {
    const from = this.fake.calls.length
    let isGone = false
    this.fake.onCall = (call, n): SimulatedFailure | undefined => {
      const isNow = isIt(call, n - from)
      isGone ||= isNow && how === 'gone'
      if (isGone) return 'lost'
      return isNow && how !== 'gone' ? how : undefined
    }
    const run = await this.run({ flags })
    this.fake.onCall = () => undefined
    return run
  }

  /** A run that is killed, with all it started, when Cloudflare has done what this request asks but has not answered. */
  async runUntilKilled(isIt: (call: string, n: number) => boolean): Promise<DeploymentResult> {
    const from = this.fake.calls.length
    let group = 0
    this.fake.onCall = (call, n) => {
      if (!isIt(call, n - from)) return undefined
      process.kill(-group, 'SIGKILL')
      return 'unanswered'
    }
    const run = await this.command([], pid => {
      group = pid
    })
    this.fake.onCall = () => undefined
    return run
  }

  close(): void {
    this.fake.close()
    this.#liveSite.close()
    rmSync(this.folder, { recursive: true })
  }
}

/** Requests that change an account. A query changes it if it applies a migration. */
export const changes = (calls: readonly string[]) =>
  calls.filter(call => !call.startsWith('GET ') && !call.endsWith('/query'))
