import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { Deployment, TOKEN } from './support/deployment.ts'
import { ACCOUNT } from './support/fake-cloudflare.ts'
import { fillAsFirstRelease } from './support/release-database.ts'
import { clone, readWorkflow } from './support/workflow.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/backup.md'), 'utf8')
const hasGpg = spawnSync('gpg', ['--version']).status === 0

/** The blocks of a section, without the indentation of a list. */
const blocksOf = (title: string) =>
  [...(page.split(`### ${title}\n`)[1]?.split(/^##/m)[0] ?? '').matchAll(/^ *```\w+[^\n]*\n(.*?)^ *```$/gms)].map(
    ([, block = '']) => block.replaceAll(/^ {3}(?=gpg)/gm, ''),
  )

/** A bucket: the commands of `aws s3` that the page uses, on a folder. Like the real one, `ls` of nothing fails. */
const AWS = `#!/bin/bash
set -e
path() { echo "$FAKE_BUCKETS/\${1#s3://}"; }
case "$2 $4" in
  "cp -") cat "$(path "$3")" ;;
  cp*) mkdir -p "$(dirname "$(path "$4")")"; cp "$3" "$(path "$4")" ;;
  ls*) [ -d "$(path "$3")" ] || exit 1; for f in "$(path "$3")"*; do echo "2026-11-21 01:40:13 1000 $(basename "$f")"; done ;;
  rm*) rm "$(path "$3")" ;;
esac
`

it.skipIf(!hasGpg)(
  `the workflow of the docs keeps encrypted backups, and an empty machine tries one by the docs alone${hasGpg ? '' : ' (skipped: no gpg)'} [BACKUP-14] [BACKUP-15]`,
  {
    timeout: 180_000,
  },
  async () => {
    const deployment = await new Deployment().open()
    onTestFinished(() => deployment.close())
    const { fake, folder } = deployment
    fake.addDatabase('innlet')
    const [{ db } = {}] = fake.databases
    if (db) fillAsFirstRelease([db])
    fake.namespaces.push({ id: '0'.repeat(32), title: 'innlet-links' })
    fake.keys.set('revoked:AAAA', Math.floor(Date.now() / 1000) + 3600)

    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'aws'), AWS, { mode: 0o755 })
    /** A machine of its own: its commands, and no key. It asks for no passphrase. */
    const machine = (name: string) => {
      const home = join(folder, name)
      mkdirSync(home, { mode: 0o700 })
      writeFileSync(join(home, 'empty'), '')
      writeFileSync(join(home, 'gpg.conf'), `batch\npinentry-mode loopback\npassphrase-file ${join(home, 'empty')}\n`)
      onTestFinished(() => void spawnSync('gpgconf', ['--homedir', home, '--kill', 'gpg-agent']))
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        GNUPGHOME: home,
        TMPDIR: folder,
        FAKE_BUCKETS: join(folder, 'buckets'),
      }
      return async (command: string, cwd: string, more: NodeJS.ProcessEnv = {}) => {
        const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command]
        const { stdout } = await promisify(execFile)('bash', args, { cwd, env: { ...env, ...more } })
        return stdout
      }
    }

    const [makeKeys = '', workflow = ''] = blocksOf('Back up every night')
    const operator = join(folder, 'operator')
    await machine('operator')(makeKeys, operator)
    const vars = {
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      BACKUP_ENDPOINT_URL: 'https://s3.example',
      BACKUP_REGION: 'eu',
      BACKUP_BUCKET: 'hotels',
      BACKUP_KEY: readFileSync(join(operator, 'backup-key.asc'), 'utf8'),
    }
    const secrets = { CLOUDFLARE_API_TOKEN: TOKEN, BACKUP_ACCESS_KEY_ID: 'id', BACKUP_SECRET_ACCESS_KEY: 'key' }
    const { env, steps } = readWorkflow(workflow, { vars, secrets })
    const [install, ...commands] = steps
    expect([install, commands.length]).toEqual([expect.stringMatching(/^env -i .* npm ci /), 3])

    // Enough old backups that the oldest must go.
    const bucket = join(folder, 'buckets/hotels')
    for (const kind of ['daily', 'weekly']) {
      mkdirSync(join(bucket, kind), { recursive: true })
      for (let day = 10; day < 30; day++) writeFileSync(join(bucket, kind, `2025-01-${day}.tar.gpg`), 'old')
    }
    const runner = machine('runner')
    const cwd = clone(join(folder, 'clone'))
    for (const command of commands) {
      await runner(command, cwd, { ...env, CLOUDFLARE_API_BASE_URL: deployment.env.CLOUDFLARE_API_BASE_URL })
    }
    const kept = readdirSync(join(bucket, 'daily')).sort()
    const today = kept.at(-1)?.slice(0, 10) ?? ''
    expect(kept).toHaveLength(14)
    expect(kept.slice(0, 2)).toEqual(['2025-01-17.tar.gpg', '2025-01-18.tar.gpg'])
    expect(today > '2026').toBe(true)
    expect(readdirSync(join(bucket, 'weekly'))).toHaveLength(10)
    expect(readFileSync(join(bucket, 'daily', `${today}.tar.gpg`)).includes('SQLite format')).toBe(false)
    await expect(runner(`gpg --decrypt ${bucket}/daily/${today}.tar.gpg`, cwd)).rejects.toThrow('No secret key')

    // The machine of the drill: another clone without a state, and the private key of the vault.
    rmSync(join(cwd, 'backup'), { recursive: true })
    rmSync(join(cwd, 'key.asc'))
    const [drill = '', expected = ''] = blocksOf('Try a backup')
    const [first, ...lines] = drill.split('\n')
    expect(first).toMatch(/^git clone .* && npm ci$/)
    const key = `cp ${operator}/backup-private.asc .\n`
    const other = machine('other')
    const output = await other(key + lines.join('\n').replace('2026-11-21', today), cwd, { BUCKET: 'hotels' })
    expect(output).toMatch(/later migrations applied to a copy: \d+\n/)
    expect(output).toMatch(/Database DB: \d{3,} rows are equal\nRevoked links: 1 are equal\n/)
    const time = /\d{4}-\S+Z/
    expect(output.trim().split('\n').at(-1)?.replace(time, '')).toBe(expected.trim().replace(time, ''))
    expect(readdirSync(cwd)).not.toContain('.state')
    expect(readdirSync(folder).filter(name => /^innlet-(drill|restore)/.test(name))).toEqual([])
    expect(fake.unknown).toEqual([])
  },
)
