import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { readMessage } from '@thumbturn/examples/node/message-webhook.ts'
import { httpsServer } from '@thumbturn/service-harness/metadata-service.ts'
import { call } from '../../src/adapters/texts/post.ts'
import { createTextProvider } from '../../src/adapters/texts.ts'
import type { ShortText } from '../../src/core/model/messages/rendered-message.ts'
import { Undeliverable } from '../../src/core/ports/courier.ts'

type ProviderRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

const secret = 'a secret of thirty-two characters'
const at = Date.UTC(2027, 2, 14, 12)

const text = (changes: Partial<ShortText> = {}): ShortText => ({
  id: 'm1',
  appId: 'shop',
  channel: 'sms',
  locale: 'es-ES',
  to: '+34612345678',
  text: 'Tu código & clave: <012345>',
  ...changes,
})

/** Starts a provider on this machine that responds with `answer`, or 201 by default. */
async function provider(t: TestContext, result: RequestListener = (_, response) => response.writeHead(201).end('{}')) {
  const asked: ProviderRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, path: url, headers, body: Buffer.concat(parts).toString() })
      result(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const given = { now: () => at }
  return {
    asked,
    port,
    twilio: (from = '+15550100', base = '') =>
      createTextProvider({
        url: `twilio+http://AC01:to%2Fken@localhost:${port}${base}`,
        from,
        secret: undefined,
        ...given,
      }),
    webhook: () => createTextProvider({ url: `http://localhost:${port}/sms?x=1`, from: undefined, secret, ...given }),
  }
}

test('an SMS is sent to Twilio as a form, with basic authentication', async (t) => {
  const { asked, twilio } = await provider(t)
  await twilio().send(text())
  const [{ method, path, headers, body }] = asked as [ProviderRequest]
  assert.deepEqual([method, path], ['POST', '/2010-04-01/Accounts/AC01/Messages.json'])
  assert.equal(headers.authorization, `Basic ${Buffer.from('AC01:to/ken').toString('base64')}`)
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
    To: '+34612345678',
    From: '+15550100',
    Body: 'Tu código & clave: <012345>',
  })
})

test("a messaging service replaces the sender's number, and a base path precedes the API", async (t) => {
  const { asked, twilio } = await provider(t)
  await twilio(`MG${'0'.repeat(32)}`, '/proxy/').send(text())
  assert.equal(asked[0]!.path, '/proxy/2010-04-01/Accounts/AC01/Messages.json')
  const { MessagingServiceSid, From } = Object.fromEntries(new URLSearchParams(asked[0]!.body))
  assert.deepEqual([MessagingServiceSid, From], [`MG${'0'.repeat(32)}`, undefined])
})

test('a call reads the text aloud in its language, and no markup in it takes effect', async (t) => {
  const { asked, twilio } = await provider(t)
  await twilio().send(text({ channel: 'voice' }))
  assert.equal(asked[0]!.path, '/2010-04-01/Accounts/AC01/Calls.json')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(asked[0]!.body)), {
    To: '+34612345678',
    From: '+15550100',
    Twiml: '<Response><Say language="es-ES">Tu código &#38; clave: &#60;012345&#62;</Say></Response>',
  })
})

for (const channel of ['sms', 'voice'] as const) {
  test(`the webhook gets ${channel} as JSON, signed with its time`, async (t) => {
    const { asked, webhook } = await provider(t)
    await webhook().send(text({ channel }))
    const [{ method, path, headers, body }] = asked as [ProviderRequest]
    assert.deepEqual([method, path, headers['content-type']], ['POST', '/sms?x=1', 'application/json'])
    assert.deepEqual(JSON.parse(body), {
      id: 'm1',
      application: 'shop',
      channel,
      to: '+34612345678',
      text: 'Tu código & clave: <012345>',
      locale: 'es-ES',
    })
    const [, seconds = '', given = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['thumbturn-signature'])) ?? []
    assert.equal(Number(seconds), at / 1000)
    assert.equal(given, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  })
}

test("the documentation's receiver takes a message once, with a valid signature and time", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: at })
  const { asked, webhook } = await provider(t)
  await webhook().send(text())
  const [{ headers, body }] = asked as [ProviderRequest]
  const header = String(headers['thumbturn-signature'])
  assert.equal(readMessage(header, body.replace('m1', 'm2'), secret), undefined)
  assert.equal(readMessage(header, body, 'another secret of 32 characters!'), undefined)
  assert.equal(readMessage('', body, secret), undefined)
  t.mock.timers.setTime(at + 301_000)
  assert.equal(readMessage(header, body, secret), undefined)
  t.mock.timers.setTime(at + 299_000)
  assert.equal(readMessage(header, body, secret)?.to, '+34612345678')
  assert.equal(readMessage(header, body, secret), undefined)
})

for (const [status, isFinal] of [
  [400, true],
  [410, true],
  [422, true],
  [401, false],
  [403, false],
  [404, false],
  [429, false],
  [500, false],
  [503, false],
] as const) {
  test(`status ${status} is ${isFinal ? 'permanent' : 'temporary'}, for either provider`, async (t) => {
    const result: RequestListener = (_, response) =>
      response.writeHead(status).end(JSON.stringify({ code: 21211, message: 'Invalid number', status }))
    const { twilio, webhook } = await provider(t, result)
    for (const ours of [twilio(), webhook()]) {
      await assert.rejects(ours.send(text()), (error: Error) => {
        assert.match(error.message, new RegExp(`answers ${status}`))
        return error instanceof Undeliverable === isFinal
      })
    }
  })
}

test('Twilio’s own reason is reported, and a malformed response is handled', async (t) => {
  const reasons = ['{"code":21211,"message":"The number is invalid"}', '<html>', 'null', '{"code":{},"message":7}']
  const { twilio } = await provider(t, (_, response) => response.writeHead(400).end(reasons.shift()))
  await assert.rejects(twilio().send(text()), { message: 'the provider answers 400: 21211 The number is invalid' })
  for (const message of ['the provider answers 400', 'the provider answers 400', 'the provider answers 400: 7'])
    await assert.rejects(twilio().send(text()), { message })
})

test('a redirect is not followed', async (t) => {
  const { asked, twilio, webhook, port } = await provider(t, (_, response) =>
    response.writeHead(307, { location: `http://localhost:${port}/elsewhere` }).end(),
  )
  for (const ours of [twilio(), webhook()]) await assert.rejects(ours.send(text()), /redirects are not followed/)
  assert.ok(asked.every(({ path }) => path !== '/elsewhere'))
})

test('an endless response is cut off', async (t) => {
  const { webhook } = await provider(t, (_, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(64 * 1024))
    response.on('drain', more)
    while (more());
  })
  await assert.rejects(webhook().send(text()), /larger than 65536 bytes/)
})

for (const [what, result] of [
  ['nothing', () => {}],
  [
    'headers and then nothing',
    (_: unknown, response: { writeHead(status: number): { write(text: string): void } }) =>
      response.writeHead(200).write('x'),
  ],
] as const) {
  test(`a provider that responds with ${what} times out`, async (t) => {
    const { port } = await provider(t, result as RequestListener)
    const asked = { method: 'POST' as const, headers: {}, body: '{}' }
    const limits = { totalMs: 50, bytes: 1_000 }
    await assert.rejects(call(new URL(`http://localhost:${port}/`), asked, limits), /does not answer within 50 ms/)
  })
}

test('a lost connection and an unknown host are temporary failures', async (t) => {
  const { webhook } = await provider(t, (request) => request.socket.destroy())
  const nowhere = createTextProvider({ url: 'http://localhost:1/', from: undefined, secret, now: () => at })
  for (const ours of [webhook(), nowhere])
    await assert.rejects(ours.send(text()), (error: Error) => !(error instanceof Undeliverable))
})

test('HTTPS verifies the certificate', async (t) => {
  const trusted = await httpsServer((_, response) => void response.writeHead(200).end())
  t.after(trusted.stop)
  const at127 = trusted.url.replace('localhost', '127.0.0.1')
  const to = (url: string) => createTextProvider({ url, from: undefined, secret, now: () => at })
  await to(trusted.url).send(text())
  await assert.rejects(to(at127).send(text()), /altnames|does not match/)
})

test('a check signs in to Twilio without sending anything, and only names the webhook', async (t) => {
  const { asked, twilio, webhook, port } = await provider(t, (_, response) => response.writeHead(200).end('{}'))
  assert.equal(await twilio().check(), 'account AC01 can sign in, and sends from +15550100')
  assert.deepEqual(
    asked.map(({ method, path }) => [method, path]),
    [['GET', '/2010-04-01/Accounts/AC01.json']],
  )
  assert.equal(await webhook().check(), `signed calls go to localhost:${port}; nothing was sent there now`)
  assert.equal(asked.length, 1)
})

test('a check reports a login that Twilio rejects, without the token', async (t) => {
  const { twilio } = await provider(t, (_, response) =>
    response.writeHead(401).end('{"code":20003,"message":"Authenticate"}'),
  )
  await assert.rejects(twilio().check(), { message: 'account AC01: it answers 401 20003 Authenticate' })
})
