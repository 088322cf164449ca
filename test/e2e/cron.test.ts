import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { isDue } from '../../scripts/start/cron.ts'

describe('the clock of a local service', () => {
  it.for<[cron: string, time: string, due: boolean]>([
    ['17 * * * *', '2031-03-01T09:17:59Z', true],
    ['17 * * * *', '2031-03-01T09:18:00Z', false],
    ['*/15 * * * *', '2031-03-01T09:45:00Z', true],
    ['*/15 * * * *', '2031-03-01T09:46:00Z', false],
    ['10-20/5 * * * *', '2031-03-01T09:15:00Z', true],
    ['10-20/5 * * * *', '2031-03-01T09:25:00Z', false],
    ['0 3,15 * * *', '2031-03-01T15:00:00Z', true],
    ['0 3,15 * * *', '2031-03-01T16:00:00Z', false],
    ['0 0 1 */3 *', '2031-04-01T00:00:00Z', true],
    ['0 0 1 */3 *', '2031-03-01T00:00:00Z', false],
  ])('%s at %s: %s', ([cron, time, due]) => {
    expect(isDue(cron, new Date(time))).toBe(due)
  })

  it.for(['* * * * MON', '* * * *', '*/0 * * * *', 'often'])('refuses %s, which it cannot read, by name', cron => {
    expect(() => isDue(cron, new Date())).toThrow(cron)
  })

  it('reads every cron of wrangler.toml', () => {
    const { triggers } = parse(readFileSync('wrangler.toml', 'utf8'))
    const { crons } = triggers as { crons: string[] }
    for (const cron of crons) expect(isDue(cron, new Date())).toBeTypeOf('boolean')
    expect(crons).not.toEqual([])
  })
})
