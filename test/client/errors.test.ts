import { expect, it } from 'vitest'
import { InnletError } from '../../client/innlet.ts'
import { failureOf, IN_BROWSER, newHotel, stay, withoutJitter } from './support/hotel.ts'

it('A refusal has the status, every error and the id of the request [CLIENT-5]', async () => {
  const { innlet } = await newHotel()
  const failure = await failureOf(innlet.booking.post({ ...stay(), roomsBooked: [{ roomID: 0 }, { roomID: 0 }] }))
  expect(failure).toBeInstanceOf(InnletError)
  expect(failure).toMatchObject({ name: 'InnletError', status: 422, code: 'INVALID_FIELD', retryable: false })
  expect(failure.errors.map(({ description }) => description)).toEqual([
    'roomsBooked[0].roomID: expected at least 1',
    'roomsBooked[1].roomID: expected at least 1',
  ])
  expect(failure.message).toContain('INVALID_FIELD: roomsBooked[1].roomID: expected at least 1')
  expect(failure.requestId).toMatch(/^[\w-]{8,}$/)
})

it('The same room for another guest is the code of the rule [CLIENT-5]', async () => {
  const { innlet } = await newHotel()
  const body = stay()
  await innlet.booking.post(body)
  expect(await failureOf(innlet.booking.post(body))).toMatchObject({ status: 409, code: 'ROOM_NOT_AVAILABLE' })
})

it('No response is an error without a status, whose cause is that of fetch [CLIENT-5]', async () => {
  withoutJitter()
  const { clientWith } = await newHotel()
  const nowhere = clientWith({ url: 'http://127.0.0.1:9', retries: 1 })
  const failure = await failureOf(nowhere.inventory.locations())
  expect(failure).toBeInstanceOf(InnletError)
  expect(failure).toMatchObject({ status: 0, code: 'NETWORK_ERROR', requestId: undefined, retryable: true })
  expect(failure.cause).toBeInstanceOf(Error)
})

it.each([
  ['a page', 200, '<h1>Welcome</h1>'],
  ['JSON of something else', 404, '{"detail":"no such route"}'],
  ['nothing', 404, ''],
  ['errors of something else', 422, '{"errors":["oops",null,{"code":5}],"error_code":5}'],
])('A response that is %s is an error that names the url [CLIENT-5]', async (_, status, body) => {
  const { innlet, fail } = await newHotel()
  await innlet.inventory.locations()
  await fail({ api: [{ status, body }] })
  const failure = await failureOf(innlet.inventory.locations())
  expect(failure).toMatchObject({ status, code: 'INVALID_RESPONSE', retryable: false })
  expect(failure.message).toContain('url')
})

it('No error has a credential in its text', async () => {
  const { innlet, fail, clientSecret, accessToken } = await newHotel()
  await fail({ api: [{ status: 500, body: 'oops' }] })
  const failure = await failureOf(innlet.inventory.locations())
  for (const secret of [clientSecret, accessToken]) {
    expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain(secret)
  }
})

it.skipIf(IN_BROWSER)('A credential or a url that cannot be sent is not quoted', async () => {
  const { clientWith, url } = await newHotel()
  const none = { clientId: undefined, clientSecret: undefined }
  for (const credential of [
    { apiKey: 'key_sec\nret' },
    { accessToken: 'key_sec\nret' },
    { accessToken: () => 'key_secrét' },
  ]) {
    const failure = await failureOf(clientWith({ ...none, ...credential }).inventory.locations())
    expect(String(failure)).toMatch(/^TypeError: The credential has characters/)
  }
  expect(() => clientWith({ url: url.replace('//', '//user:key_secret@') })).toThrow(/^url: [^_]*$/)
})
