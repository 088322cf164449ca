import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { progressLine } from '../../operations/customer/progress.ts'
import type { Service } from '../../tooling/command/service.ts'
import { ADMIN_TOKEN, newServiceFolder, type ServiceFolder, start } from './support/run.ts'

const SCRIPT = join(import.meta.dirname, '../../operations/move-customer.ts')

let place: ServiceFolder
let service: Service

beforeAll(async () => {
  place = newServiceFolder()
  writeFileSync(place.vars, `ADMIN_TOKEN='${ADMIN_TOKEN}'\nDATABASES='DB DB1'\n`)
  ;({ service } = await start(place, '--no-demo'))
  await service.admin('PUT', '/customers/7', { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' })
  const resources = Array.from({ length: 4000 }, (_, i) => ({ resourceId: i + 1, name: `Boat ${i + 1}` }))
  for (let i = 0; i < 4; i++) {
    await service.admin('PUT', '/customers/7/setup', { resources: resources.slice(i * 1000, i * 1000 + 1000) })
  }
})

/** Runs the command. `killedAt` kills it at once when its output contains this text. */
async function moveTo(to: number, killedAt?: RegExp): Promise<{ code: number | null; said: string }> {
  const args = [SCRIPT, '--customer', '7', '--to', String(to), '--url', service.origin, '--vars', place.vars]
  const { ADMIN_TOKEN: _, ...env } = process.env
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
    if (killedAt?.test(said)) child.kill('SIGKILL')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code] = await once(child, 'close')
  return { code, said }
}

it('a killed move continues when it is run again, and prints its progress [SHARD-8]', async () => {
  const killed = await moveTo(1, /copying/)
  expect(killed.code).toBe(null)
  const { code, said } = await moveTo(1)
  expect([code, said]).toEqual([0, expect.stringContaining('customer 7 lives in database 1')])
  expect(said).toMatch(/comparing {2}\[#{30}\] 4,001 of 4,001 rows/)
  const { json } = await service.admin('POST', '/customers/7/move', { to: 1 })
  expect(json).toEqual({ clientId: 7, shard: 1, to: 1, state: 'done', done: true })
})

it('what cannot be is said in one line, without the token', async () => {
  const { code, said } = await moveTo(5)
  expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^move-customer: .*INVALID_FIELD: to: expected/)])
  expect(said).not.toContain(ADMIN_TOKEN)
})

it('shows a bar', () => {
  expect(progressLine({ state: 'copying', table: 'room_night', rows: 1500, total: 3000 })).toBe(
    'copying    [###############···············] 1,500 of 3,000 rows · room_night',
  )
  expect(progressLine({ state: 'switched' })).toBe('switched')
})
