import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsOfSecrets } from '../../scripts/start/settings.ts'

const COMMAND = join(import.meta.dirname, '../../scripts/secret.ts')

/** Runs the command. Returns its only line. */
function secret(args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { input, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/\n/g)).toHaveLength(1)
  return stdout.trim()
}

function failed(args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { input, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  return stderr
}

const kidsOf = (value: string) => JSON.parse(value).keys.map(({ kid }: { kid: string }) => kid)

describe('`npm run secret` [RUN-46]', () => {
  it('prints a fresh value of each secret, which the Worker can use', async () => {
    const names = ['ADMIN_TOKEN', 'SIGNING_KEYS', 'LINK_KEYS', 'SECRET_PEPPER']
    const values = Object.fromEntries(names.map(name => [name, secret([name])]))
    expect(await problemsOfSecrets(values)).toEqual([])
    expect(secret(['ADMIN_TOKEN'])).not.toBe(values.ADMIN_TOKEN)
  })

  it('rotates a key set in three steps: added at the end, put in front, the old one dropped', async () => {
    const before = secret(['SIGNING_KEYS'])
    const added = secret(['SIGNING_KEYS', '--add'], `${before}\n`)
    const used = secret(['SIGNING_KEYS', '--use'], added)
    const dropped = secret(['SIGNING_KEYS', '--drop'], used)
    const [old, fresh] = kidsOf(added)
    expect(old).toBe(kidsOf(before)[0])
    expect([kidsOf(used), kidsOf(dropped)]).toEqual([[fresh, old], [fresh]])
    for (const SIGNING_KEYS of [added, used, dropped]) expect(await problemsOfSecrets({ SIGNING_KEYS })).toEqual([])
  })

  it('rotates ADMIN_TOKEN: both tokens, then the new one', async () => {
    const old = secret(['ADMIN_TOKEN'])
    const both = secret(['ADMIN_TOKEN', '--add'], old)
    expect(both.startsWith(`${old} `)).toBe(true)
    expect(await problemsOfSecrets({ ADMIN_TOKEN: both })).toEqual([])
    const used = secret(['ADMIN_TOKEN', '--use'], both)
    expect(`${old} ${secret(['ADMIN_TOKEN', '--drop'], used)}`).toBe(both)
  })

  it('prints one line for what it cannot do, without the value', () => {
    expect(failed(['PASSWORD'])).toBe(
      'secret: expected one name of ADMIN_TOKEN, SIGNING_KEYS, LINK_KEYS, SECRET_PEPPER\n',
    )
    expect(failed(['LINK_KEYS', '--add'], 'not-a-key')).toBe(
      'secret: standard input: expected the current value, a JWKS\n',
    )
    expect(failed(['LINK_KEYS', '--add', '--drop'], '{}')).toBe('secret: expected one of --add, --use and --drop\n')
    expect(failed(['SECRET_PEPPER', '--add'], 'x')).toContain('cannot be rotated')
  })
})
