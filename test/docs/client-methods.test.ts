import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Innlet } from '../../client/innlet.ts'

it('docs/client.md lists every method of the client', () => {
  const innlet = new Innlet({ url: 'http://localhost', apiKey: 'key' })
  const { webhooks, ...groups } = innlet
  const all: Record<string, object> = { ...groups, 'webhooks.endpoints': webhooks.endpoints }
  const rows = Object.entries(all).map(([name, group]) => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter(each => each !== 'constructor')
    return `| \`${name}\` | ${methods.map(method => `\`${method}\``).join(', ')} |`
  })
  const page = readFileSync(join(import.meta.dirname, '../../docs/client.md'), 'utf8')
  const table = page.split('| Group | Methods |\n| --- | --- |\n')[1]?.split('\n\n')[0]
  expect(table?.split('\n').sort()).toEqual(rows.sort())
})
