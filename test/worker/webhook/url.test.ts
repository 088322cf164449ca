import { describe, expect, it } from 'vitest'
import { webhookUrlProblem } from '../../../worker/domain/webhook/url'

const PRODUCTION = { any: false, ownHosts: ['innlet.example.com', 'innlet.hotel.workers.dev'] }
const LOCAL = { any: true, ownHosts: ['localhost:8787'] }

describe('the address of a webhook endpoint', () => {
  it.each([
    'https://hooks.example.com/',
    'https://hooks.example.com/a?b=c',
    'https://HOOKS.Example.com',
    'https://hooks.example.com.',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://localhost.example.com/',
    'https://testing.com/',
    'https://wlan.example.com/',
    'https://myinnlet.example.com/',
    'https://example.com/',
    'https://other.hotel.workers.dev/',
  ])('%s is accepted [WEBHOOK-3]', url => {
    expect(webhookUrlProblem(url, PRODUCTION)).toBeUndefined()
  })

  it.each([
    ['http://hooks.example.com/', 'https address'],
    ['ftp://hooks.example.com/', 'https address'],
    ['hooks.example.com', 'https address'],
    ['', 'https address'],
    ['https://', 'https address'],
    ['https://hooks.example.com/a b', 'https address'],
    ['https://hooks.example.com/\n', 'https address'],
    [`https://hooks.example.com/${'a'.repeat(1975)}`, 'at most 2000 characters'],
    ['https://user@hooks.example.com/', 'without user'],
    ['https://:word@hooks.example.com/', 'without user'],
    ['https://hooks.example.com/#', 'fragment'],
    ['https://hooks.example.com/#part', 'fragment'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:1023/', 'port'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:0/', 'port'],
    ['https://192.0.2.1/', 'public host'],
    ['https://0x7f.1/', 'public host'],
    ['https://2130706433/', 'public host'],
    ['https://127.1/', 'public host'],
    ['https://[::1]/', 'public host'],
    ['https://[2001:db8::1]/', 'public host'],
    ['https://[::ffff:127.0.0.1]/', 'public host'],
    ['https://intranet/', 'public host'],
    ['https://intranet./', 'public host'],
    ['https://hooks..example.com/', 'public host'],
    ['https://localhost/', 'public host'],
    ['https://localhost./', 'public host'],
    ['https://a.localhost/', 'public host'],
    ['https://printer.local/', 'public host'],
    ['https://printer.LOCAL./', 'public host'],
    ['https://vault.internal/', 'public host'],
    ['https://nas.home.arpa/', 'public host'],
    ['https://home.arpa/', 'public host'],
    ['https://a.test/', 'public host'],
    ['https://a.invalid/', 'public host'],
    ['https://a.onion/', 'public host'],
    ['https://nas.lan/', 'public host'],
    ['https://lan/', 'public host'],
    ['https://payroll.corp./', 'public host'],
    ['https://host.localdomain/', 'public host'],
    ['https://innlet.example.com/', 'this service'],
    ['https://a.innlet.example.com/', 'this service'],
    ['https://a.b.INNLET.example.com.:8443/', 'this service'],
    ['https://innlet.hotel.workers.dev/', 'this service'],
    ['https://a.innlet.hotel.workers.dev/', 'this service'],
    ['https://INNLET.example.com.:8443/', 'this service'],
  ])('%s is refused [WEBHOOK-3]', (url, problem) => {
    expect(webhookUrlProblem(url, PRODUCTION)).toContain(problem)
  })

  it.each([
    'http://localhost:9000/hook',
    'http://127.0.0.1:80/',
    'http://127.9.9.9:9000/',
    'http://[::1]:9000/',
    'https://localhost/',
    'http://hooks.example.com/',
  ])('with WEBHOOK_TARGETS "any", %s is accepted too [WEBHOOK-3]', url => {
    expect(webhookUrlProblem(url, LOCAL)).toBeUndefined()
  })

  it.each([
    ['http://localhost:8787/', 'this service'],
    ['http://192.168.0.1/', 'public host'],
    ['http://10.0.0.1/', 'public host'],
    ['http://[fe80::1]/', 'public host'],
    ['http://user@localhost:9000/', 'without user'],
  ])('with WEBHOOK_TARGETS "any", %s is refused still [WEBHOOK-3]', (url, problem) => {
    expect(webhookUrlProblem(url, LOCAL)).toContain(problem)
  })
})
