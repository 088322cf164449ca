import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLUGIN } from '../../../site/downloads/plugin-zip.ts'
import { freePort } from '../../e2e/support/programs.ts'
import { whenFileEnds } from '../../e2e/support/run.ts'
import { ENV, WORDPRESS } from './packages.ts'

const FIXTURES = join(import.meta.dirname, '../site')

/** The processes that were started here. */
const processes: ChildProcess[] = []

/** A folder with WordPress, the plugin and a theme, and a database server of its own. Both end after the tests of the file. */
export async function startWordPress() {
  const folder = mkdtempSync(join(tmpdir(), 'wp-'))
  whenFileEnds(async () => {
    for (const each of processes.splice(0)) await killed(each)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const root = join(folder, 'www')
  const content = join(root, 'wp-content')
  cpSync(WORDPRESS, root, {
    recursive: true,
    dereference: true,
    filter: path => !/\.htaccess$|wp-content\/./.test(path),
  })
  for (const name of ['wp-config.php', 'setup.php', 'router.php']) cpSync(join(FIXTURES, name), join(root, name))
  mkdirSync(content, { recursive: true })
  cpSync(join(FIXTURES, 'advanced-cache.php'), join(content, 'advanced-cache.php'))
  cpSync(join(FIXTURES, 'plain'), join(content, 'themes/plain'), { recursive: true })
  cpSync(PLUGIN, join(content, 'plugins/innlet-stay'), { recursive: true })
  const socket = join(folder, 'db.sock')
  await startDatabase(join(folder, 'db'), socket)
  return { root, content, socket }
}

export type WordPress = Awaited<ReturnType<typeof startWordPress>>

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const end = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await end
}

async function startDatabase(folder: string, socket: string): Promise<void> {
  const shared = ['--no-defaults', `--datadir=${folder}`, `--user=${userInfo().username}`]
  const install = [...shared, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', install, { env: ENV, stdio: 'pipe' })
  const options = ['--skip-networking', '--innodb-flush-log-at-trx-commit=0', `--pid-file=${folder}/pid`]
  processes.push(spawn('mariadbd', [...shared, `--socket=${socket}`, ...options], { env: ENV, stdio: 'ignore' }))
  for (let tries = 0; ; tries++) {
    try {
      return query(socket, 'SELECT 1')
    } catch (error) {
      if (tries > 100) throw error
      await sleep(200)
    }
  }
}

function query(socket: string, sql: string): void {
  execFileSync('mariadb', ['--no-defaults', '--user=root', `--socket=${socket}`, '-e', sql], {
    env: ENV,
    stdio: 'pipe',
  })
}

/** A site of WordPress, with the plugin and its users `administrator` and `author`. */
export interface Site {
  /** the address of its home page, without a slash at the end */
  home: string
  /** runs a step of setup.php and returns what it prints */
  step: (name: string) => string
  /** the errors and warnings that PHP has logged of the plugin */
  complaints: () => string[]
}

/** Installs a site and serves it. In a network it is the second site. */
export async function startSite({ root, socket }: WordPress, isNetwork: boolean): Promise<Site> {
  const database = isNetwork ? 'network' : 'single'
  const host = `localhost:${await freePort()}`
  const single = { ...ENV, SITE_DATABASE: database, SITE_SOCKET: socket, SITE_HOST: host }
  const env = isNetwork ? { ...single, SITE_IS_NETWORK: '1' } : single
  const run = (name: string, variables: NodeJS.ProcessEnv) =>
    execFileSync('php', [join(root, 'setup.php'), name], {
      env: variables,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  query(socket, `CREATE DATABASE ${database}`)
  run('install', single)
  if (isNetwork) run('network', single)
  run('fill', env)
  const server = spawn('php', ['-S', host, '-t', root, join(root, 'router.php')], {
    env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    // Its workers are processes of their own.
    detached: true,
  })
  whenFileEnds(() => server.pid && process.kill(-server.pid, 'SIGKILL'))
  const home = `http://${host}${isNetwork ? '/sea' : ''}`
  for (let tries = 0; !(await fetch(home).then(Boolean, () => tries > 100)); tries++) await sleep(100)
  return { home, step: name => run(name, env), complaints: () => complaintsIn(join(root, `${database}.log`)) }
}

function complaintsIn(log: string): string[] {
  try {
    return readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => line.includes('/innlet-stay/'))
  } catch {
    return []
  }
}
