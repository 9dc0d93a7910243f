import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import {
  authority,
  createIdentity,
  login,
  type MailSettings,
  mailServerFor,
  smtpUrl,
} from '@thumbturn/service-harness/mail-server.ts'
import { party, pem } from '@thumbturn/service-harness/metadata-service.ts'
import { createMailServer, type MailOptions } from '../../src/adapters/mail.ts'
import type { Mail } from '../../src/core/model/messages/rendered-message.ts'
import { Undeliverable } from '../../src/core/ports/courier.ts'

const folder = mkdtempSync(join(tmpdir(), 'thumbturn-mail-'))
after(() => rmSync(folder, { recursive: true }))
const caFile = join(folder, 'ca.pem')
writeFileSync(caFile, pem(authority.der))

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'm1',
  appId: 'shop',
  channel: 'email',
  locale: 'es-ES',
  to: 'ada@example.com',
  senderName: 'Tienda Ñandú',
  subject: 'Tu código para Tienda Ñandú',
  text: 'Tu código: 012345',
  html: '<p>Tu código: 012345</p>',
  ...changes,
})

type Options = Partial<MailOptions> & { address?: Parameters<typeof smtpUrl>[1] }

/** Starts a mail server with these settings, and a client for it. */
async function connected(t: TestContext, settings: MailSettings = {}, { address, ...options }: Options = {}) {
  const server = await mailServerFor(t, { secure: true, ...settings })
  const scheme = settings.secure === false ? 'smtp' : 'smtps'
  const ours = createMailServer({
    url: smtpUrl(server.port, { scheme, ...address }),
    from: 'no-reply@shop.example',
    host: 'id.shop.example',
    caFile,
    ...options,
  })
  t.after(() => ours.close())
  return { ...server, ours }
}

const readHeaders = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')

for (const [what, secure] of [
  ['TLS from the start', true],
  ['STARTTLS', false],
] as const) {
  test(`a mail is sent by ${what}, authenticated, to exactly one recipient, as text and HTML`, async (t) => {
    const { ours, received } = await connected(t, { secure })
    await ours.send(mail())
    const [{ raw, ...envelope }, ...more] = received as [(typeof received)[0]]
    assert.deepEqual(more, [])
    assert.deepEqual(envelope, {
      from: 'no-reply@shop.example',
      to: ['ada@example.com'],
      user: login.user,
      encrypted: true,
      clientName: 'id.shop.example',
    })
    const headers = readHeaders(raw)
    assert.match(headers, /^To: ada@example\.com$/m)
    assert.match(headers, /^From: =\?UTF-8\?.+\?= <no-reply@shop\.example>$/m)
    assert.match(headers, /^Subject: .*=\?UTF-8\?/m)
    assert.match(headers, /^Message-ID: <m1@shop\.example>$/m)
    assert.match(headers, /^Auto-Submitted: auto-generated$/m)
    assert.match(headers, /^Content-Type: multipart\/alternative/m)
    assert.match(raw, /text\/plain[\s\S]*012345[\s\S]*text\/html[\s\S]*012345/)
  })
}

/** The text that a mail program shows of a header: encoded words (RFC 2047) and the escapes of quoted strings. */
function readShown(raw: string, name: 'From' | 'Subject') {
  const [, value = ''] = new RegExp(`^${name}: (.*)$`, 'm').exec(readHeaders(raw)) ?? []
  const words = value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, kind, word: string) => {
      if (kind === 'B') return Buffer.from(word, 'base64').toString()
      const bytes = word
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString()
    })
  return words.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => quoted.replaceAll(/\\(.)/g, '$1'))
}

for (const senderName of [
  'Shop.example',
  'Acme, Inc.',
  'Acme; Co: <sales>',
  'Say Hi (again) @ Home',
  '山田商店。東京'.repeat(9),
  '👩\u200d🚀 Space',
  'مقهى.شبكة',
])
  test(`the sender's name ${senderName.slice(0, 30)} and a subject with it arrive as they are`, async (t) => {
    const { ours, received } = await connected(t)
    await ours.send(mail({ senderName, subject: `Your code for ${senderName}` }))
    const { raw } = received[0]!
    assert.equal(readShown(raw, 'From'), `${senderName} <no-reply@shop.example>`)
    assert.equal(readShown(raw, 'Subject'), `Your code for ${senderName}`)
  })

test('quotes and backslashes in the name of the sender are escaped', async (t) => {
  const { ours, received } = await connected(t)
  await ours.send(mail({ senderName: 'The "Best" \\ Shop' }))
  assert.equal(readShown(received[0]!.raw, 'From'), 'The "Best" \\ Shop <no-reply@shop.example>')
})

for (const [host, clientName] of [
  ['id.shop.example', 'id.shop.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['192.0.2.7', '[192.0.2.7]'],
  // The server of the tests shows it in lower case.
  ['[2001:db8::7]', '[ipv6:2001:db8::7]'],
  ['localhost', '[127.0.0.1]'],
  ['id.localhost', '[127.0.0.1]'],
] as const)
  test(`a service at ${host} introduces itself to the mail server as ${clientName}`, async (t) => {
    const { ours, received } = await connected(t, {}, { host })
    await ours.send(mail())
    assert.equal(received[0]!.clientName, clientName)
  })

test('mails share connections', async (t) => {
  const { ours, received, connections } = await connected(t)
  for (const id of ['1', '2', '3']) await ours.send(mail({ id }))
  assert.deepEqual([received.length, connections()], [3, 1])
})

for (const [what, settings, options, message] of [
  ['from an unknown authority', {}, { caFile: undefined }, /certificate/],
  [
    'from a different authority',
    { identity: party(party(undefined, { pathLength: 'any' }), { host: 'localhost', to: '2049-01-01' }) },
    {},
    /certificate/,
  ],
  ['for another host', { identity: createIdentity({ host: 'mail.example' }) }, {}, /altnames|does not match/],
  ['that has expired', { identity: createIdentity({ to: '2021-01-01' }) }, {}, /expired/],
] as const) {
  for (const secure of [true, false]) {
    test(`a certificate ${what} ends the connection before the password is sent, with ${secure ? 'TLS' : 'STARTTLS'}`, async (t) => {
      let asked = 0
      const onAuth: MailSettings['onAuth'] = (_auth, _session, done) => done(new Error(`asked ${++asked}`))
      const { ours, received } = await connected(t, { secure, ...settings, onAuth }, options)
      await assert.rejects(ours.send(mail()), (error: Error) => {
        assert.ok(!(error instanceof Undeliverable), 'it may be mended')
        assert.match(error.message, message)
        return true
      })
      await assert.rejects(ours.check(), message)
      assert.deepEqual([received, asked], [[], 0])
    })
  }
}

test('a remote server that offers no TLS gets neither the password nor a mail', async (t) => {
  let asked = 0
  const onAuth: MailSettings['onAuth'] = (_auth, _session, done) => done(new Error(`asked ${++asked}`))
  const settings = { secure: false, hideSTARTTLS: true, disabledCommands: ['STARTTLS'], onAuth }
  // An address of this machine that doesn't look local.
  const { ours, received } = await connected(t, settings, { address: { host: '0.0.0.0' } })
  await assert.rejects(ours.send(mail()), /STARTTLS|TLS/)
  assert.deepEqual([received, asked], [[], 0])
})

test('a missing certificate file is reported, and read once it exists', async (t) => {
  const late = join(folder, 'late.pem')
  const { ours, received } = await connected(t, {}, { caFile: late })
  for (let attempt = 1; attempt <= 2; attempt++) await assert.rejects(ours.send(mail()), /ENOENT.*late\.pem/)
  writeFileSync(late, pem(authority.der))
  await ours.send(mail())
  assert.equal(received.length, 1)
})

test('a server on this machine can work without TLS and without a login', async (t) => {
  const settings = { secure: false, hideSTARTTLS: true, authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] }
  const { ours, received } = await connected(t, settings, { address: { user: '' } })
  await ours.check()
  await ours.send(mail())
  assert.deepEqual(
    received.map(({ to, encrypted }) => ({ to, encrypted })),
    [{ to: ['ada@example.com'], encrypted: false }],
  )
})

test('a rejected login is retried, and reported without the password', async (t) => {
  const { ours, received } = await connected(t, {}, { address: { pass: 'hunter2' } })
  for (const attempt of [() => ours.send(mail()), () => ours.check()]) {
    await assert.rejects(attempt, (error: Error & { code?: string }) => {
      assert.ok(!(error instanceof Undeliverable))
      assert.match(error.message, /Invalid login/)
      assert.doesNotMatch(error.message, /hunter2/)
      return error.code === 'EAUTH'
    })
  }
  assert.deepEqual(received, [])
})

for (const [what, settings, isFinal] of [
  ['450 to the recipient', { recipient: () => 450 }, false],
  ['421 to the recipient', { recipient: () => 421 }, false],
  ['550 to the recipient', { recipient: () => 550 }, true],
  ['452 to the text', { content: () => 452 }, false],
  ['554 to the text', { content: () => 554 }, true],
  [
    '553 to the sender',
    {
      onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) =>
        done(Object.assign(new Error('no'), { responseCode: 553 })),
    },
    false,
  ],
  ['a connection cut at the recipient', { recipient: () => 0 }, false],
  ['a connection cut after the text', { content: () => 0 }, false],
] as const) {
  test(`${what} is ${isFinal ? 'permanent' : 'temporary'}`, async (t) => {
    const { ours, received } = await connected(t, settings)
    await assert.rejects(ours.send(mail()), (error: Error) => error instanceof Undeliverable === isFinal)
    assert.deepEqual(received, [])
  })
}

test('after a lost connection, the next mail opens a new one', async (t) => {
  let cut = true
  const { ours, received } = await connected(t, { content: () => (cut ? 0 : undefined) })
  await assert.rejects(ours.send(mail()))
  cut = false
  await ours.send(mail())
  assert.equal(received.length, 1)
})

test('an unresponsive server times out', async (t) => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, 'localhost', resolve))
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const ours = createMailServer({
    url: smtpUrl(port),
    from: 'a@shop.example',
    host: 'id.shop.example',
    caFile,
    patienceMs: 50,
  })
  t.after(() => ours.close())
  await assert.rejects(ours.send(mail()), (error: Error) => !(error instanceof Undeliverable))
})

test('a server that is slow at every step times out before the lease of a task ends', async (t) => {
  const onRcptTo: MailSettings['onRcptTo'] = () => {}
  const { ours, received } = await connected(t, { onRcptTo }, { wholeMs: 200 })
  await assert.rejects(ours.send(mail()), (error: Error) => !(error instanceof Undeliverable))
  assert.deepEqual(received, [])
})

for (const [what, changes] of [
  ['the subject', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody' }],
  ['the sender’s name', { senderName: 'Shop\r\nBcc: eve@evil.example' }],
  ['the sender’s name, as an address', { senderName: 'Shop <eve@evil.example>, "' }],
  ['the id', { id: 'x>\r\nBcc: eve@evil.example' }],
] as const) {
  test(`${what} can't inject a header`, async (t) => {
    const { ours, received } = await connected(t)
    await ours.send(mail(changes))
    assert.deepEqual(
      received.map(({ to }) => to),
      [['ada@example.com']],
    )
    assert.doesNotMatch(readHeaders(received[0]!.raw), /^Bcc:/im)
    assert.match(readHeaders(received[0]!.raw), /^From: .+ <no-reply@shop\.example>$/m)
  })
}

for (const to of [
  'ada@example.com,eve@evil.example',
  'ada@example.com\r\nRCPT TO:<eve@evil.example>',
  'x> <eve@evil.example',
]) {
  test(`even ${JSON.stringify(to)}, which never gets this far, reaches no recipient`, async (t) => {
    const { ours, received } = await connected(t)
    await assert.rejects(ours.send(mail({ to })), Undeliverable)
    assert.deepEqual(received, [])
  })
}
