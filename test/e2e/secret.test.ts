import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { secret } from '../../operations/secret.ts'
import { problemsOfSecrets } from '../../tooling/builds/settings.ts'

const COMMAND = join(import.meta.dirname, '../../operations/secret.ts')

const run = (args: string[], input = '') => secret(args, async () => input)

const kidsOf = (value: string) => JSON.parse(value).keys.map(({ kid }: { kid: string }) => kid)

describe('`npm run secret` [RUN-46]', () => {
  it('prints a fresh value of each secret, which the Worker can use', async () => {
    const names = ['ADMIN_TOKEN', 'SIGNING_KEYS', 'LINK_KEYS', 'WEBHOOK_KEYS', 'SECRET_PEPPER']
    const values = Object.fromEntries(await Promise.all(names.map(async name => [name, await run([name])])))
    expect(await problemsOfSecrets(values)).toEqual([])
    expect(await run(['ADMIN_TOKEN'])).not.toBe(values.ADMIN_TOKEN)
  })

  it('rotates a key set in three steps: added at the end, put in front, the old one dropped', async () => {
    const before = await run(['SIGNING_KEYS'])
    const added = await run(['SIGNING_KEYS', '--add'], `${before}\n`)
    const used = await run(['SIGNING_KEYS', '--use'], added)
    const dropped = await run(['SIGNING_KEYS', '--drop'], used)
    const [old, fresh] = kidsOf(added)
    expect(old).toBe(kidsOf(before)[0])
    expect([kidsOf(used), kidsOf(dropped)]).toEqual([[fresh, old], [fresh]])
    for (const SIGNING_KEYS of [added, used, dropped]) expect(await problemsOfSecrets({ SIGNING_KEYS })).toEqual([])
  })

  it('rotates ADMIN_TOKEN: both tokens, then the new one', async () => {
    const old = await run(['ADMIN_TOKEN'])
    const both = await run(['ADMIN_TOKEN', '--add'], old)
    expect(both.startsWith(`${old} `)).toBe(true)
    expect(await problemsOfSecrets({ ADMIN_TOKEN: both })).toEqual([])
    await expect(run(['ADMIN_TOKEN', '--add'], both)).rejects.toThrow('has two tokens already')
    const used = await run(['ADMIN_TOKEN', '--use'], both)
    expect(`${old} ${await run(['ADMIN_TOKEN', '--drop'], used)}`).toBe(both)
  })

  it('is one line on standard output, or one on standard error', () => {
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [COMMAND, ...args], { input: 'not-a-key', encoding: 'utf8' })
    const { status, stdout, stderr } = command('ADMIN_TOKEN')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]{43}\n$/)
    expect(command('LINK_KEYS', '--add')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'secret: standard input: expected the current value, a JWKS\n',
    })
  })

  it.for<[string[], string]>([
    [['PASSWORD'], 'expected one name of ADMIN_TOKEN, SIGNING_KEYS, LINK_KEYS, WEBHOOK_KEYS, SECRET_PEPPER'],
    [['LINK_KEYS', '--add', '--drop'], 'expected one of --add, --use and --drop'],
    [['LINK_KEYS', '--rotate'], "Unknown option '--rotate'; --help lists the flags"],
    [['ADMIN_TOKEN', '--add'], 'standard input: expected the current value'],
    [['SECRET_PEPPER', '--add'], 'SECRET_PEPPER cannot be rotated; see docs/secrets.md'],
  ])('%j is refused', async ([args, reason]) => {
    await expect(run(args)).rejects.toThrow(reason)
  })
})
