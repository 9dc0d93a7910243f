import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { authority, login, mailServerFor, smtpUrl } from '@thumbturn/service-harness/mail-server.ts'
import { pem } from '@thumbturn/service-harness/metadata-service.ts'
import { dataFolder, type ProgramResult, start } from '@thumbturn/service-harness/program.ts'
import type { RegistrationInit, Tokens } from '@thumbturn/service-harness/situations.ts'
import { setContact } from '@thumbturn/service-harness/store-batches.ts'
import { messageTask } from '@thumbturn/service-harness/store-situations.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import type { Finding } from '../../src/cli/finding.ts'
import { openStore } from '../../src/storage/open.ts'

const shop = ['--rp-id', 'example.com', '--origin', 'https://example.com']

/** Creates an installation with the application `shop` and access to its database. */
async function withShop(t: TestContext, settings: Record<string, string> = {}) {
  const DATA_DIR = dataFolder(t)
  const command = (text: string, more: readonly string[] = []) =>
    runCommand([...text.split(' '), ...more], { DATA_DIR, ...settings })
  assert.equal((await command('app create shop', shop)).code, 0)
  const store = async () => {
    const opened = await openStore(`sqlite:${join(DATA_DIR, 'thumbturn.db')}`)
    t.after(() => opened.close())
    return opened
  }
  return { DATA_DIR, command, store }
}

const kept = {
  id: 'm1',
  appId: 'shop',
  channel: 'email',
  to: 'ada@example.com',
  locale: 'en-US',
  senderName: 'Shop',
  subject: 'Your code for Shop',
  text: 'Your code\n\n012345\n',
  html: '<p>012345</p>',
  createdAt: Date.UTC(2027, 2, 14, 12),
} as const

test('the outbox is listed and shown, marked as for development only', async (t) => {
  const { command, store } = await withShop(t)
  await (await store()).commit([{ keepInOutbox: kept }])
  const [listed, shown, listedJson, shownJson, unknown, missing] = (await Promise.all(
    [
      'outbox list shop',
      'outbox show shop m1',
      'outbox list shop --json',
      'outbox show shop m1 --json',
      'outbox show shop m2',
      'outbox list missing',
    ].map((text) => command(text)),
  )) as [ProgramResult, ProgramResult, ProgramResult, ProgramResult, ProgramResult, ProgramResult]
  const line = /m1 +2027-03-14T12:00:00Z +email +ada@example\.com +Your code for Shop\n\nFor development only/
  assert.match(listed.stdout, line)
  assert.match(
    shown.stdout,
    /^email to ada@example\.com, [\s\S]*Your code for Shop[\s\S]*012345[\s\S]*For development only/,
  )
  assert.deepEqual(JSON.parse(listedJson.stdout), [kept])
  assert.deepEqual(JSON.parse(shownJson.stdout), kept)
  assert.match(unknown.stderr, /^The outbox of shop has no message m2 \(see outbox list\)/)
  assert.match(missing.stderr, /There is no application missing/)
})

for (const [name, value] of [
  ['THUMBTURN_MODE', 'production'],
  ['BASE_URL', 'https://id.example.com'],
] as const) {
  test(`the outbox doesn't exist with ${name}=${value}`, async (t) => {
    const { command, store } = await withShop(t, { [name]: value })
    await (await store()).commit([{ keepInOutbox: kept }])
    for (const text of ['outbox list shop', 'outbox show shop m1 --json']) {
      const { code, stdout, stderr } = await command(text)
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
      assert.match(stderr, /There is no outbox in production mode/)
    }
  })
}

/** The certificate authority of the mail servers, as an operator configures it. */
function authorityFile(t: TestContext): string {
  const file = join(dataFolder(t), 'ca.pem')
  writeFileSync(file, pem(authority.der))
  return file
}

/** The doctor's findings about mail and SMS. */
async function diagnosed(t: TestContext, settings: Record<string, string>, create?: readonly string[]) {
  const env = { DATA_DIR: dataFolder(t), ...settings }
  if (create) assert.equal((await runCommand(['app', 'create', 'shop', ...shop, ...create], env)).code, 0)
  const { stdout, stderr } = await runCommand(['doctor', '--json'], env)
  assert.doesNotMatch(stdout + stderr, /hunter2|corr@ct|corr%40ct/)
  const findings = JSON.parse(stdout) as Finding[]
  const of = (about: string) => findings.find((one) => one.about === about)!
  return { mail: of('mail'), texts: of('SMS') }
}

test('doctor reports where messages go when nothing is configured', async (t) => {
  const development = await diagnosed(t, {})
  for (const { verdict, says } of Object.values(development))
    assert.match(`${verdict}: ${says}`, /good: kept in the outbox, for development only/)
})

test('doctor warns of a channel that is not configured only if an application sends codes by it', async (t) => {
  const inProduction = async (create: readonly string[]) => {
    const { mail, texts } = await diagnosed(t, { THUMBTURN_MODE: 'production' }, create)
    return [mail, texts].map(({ verdict, says }) => `${verdict}: ${says}`)
  }
  const unused = await inProduction([])
  assert.deepEqual(unused, [
    'good: no mail server is configured; no application sends codes by email, and users get no notices by email',
    'good: no SMS provider is configured; no application sends codes by SMS, and users get no notices by SMS',
  ])
  const broken = 'warning: no mail server is configured, so codes by email fail in these applications: shop'
  for (const setting of [
    'crossAuthMethods=otp:email',
    'mfaPolicy=signIn: otp:email+passkey:auth; signUp: passkey:reg',
    'emailLinkUrl=https://example.com/sign-in',
  ])
    assert.deepEqual(await inProduction(['--set', setting]), [broken, unused[1]], setting)
  const both = await inProduction(['--set', 'mfaPolicy=passkey-or-otp'])
  assert.match(both[1]!, /^warning: no SMS provider is configured, so codes by SMS fail in these applications: shop$/)
})

test('doctor signs in to the mail server, and reports errors in certificate, login, and address', async (t) => {
  const server = await mailServerFor(t, { secure: true })
  const SMTP_CA = authorityFile(t)
  const MAIL_FROM = 'no-reply@shop.example'
  const SMTP_URL = smtpUrl(server.port)
  const cases = [
    [{ SMTP_URL, SMTP_CA }, 'good', /^localhost:\d+ takes mails from no-reply@shop\.example$/, undefined],
    [{ SMTP_URL }, 'broken', /certificate/, /give a private authority in SMTP_CA/],
    [
      { SMTP_URL: smtpUrl(server.port, { pass: 'hunter2' }), SMTP_CA },
      'broken',
      /Invalid login/,
      /name and the password/,
    ],
    [{ SMTP_URL: smtpUrl(1), SMTP_CA }, 'broken', /ECONNREFUSED/, /host and port/],
  ] as const
  const found = await Promise.all(cases.map(([settings]) => diagnosed(t, { MAIL_FROM, ...settings })))
  for (const [index, [, verdict, says, advice]] of cases.entries()) {
    const { mail } = found[index]!
    assert.equal(mail.verdict, verdict)
    assert.match(mail.says, says)
    if (advice) assert.match(mail.advice!, advice)
  }
  assert.deepEqual(server.received, [])
})

test('doctor signs in to the SMS provider, and only names a webhook', async (t) => {
  let status = 200
  const provider = createServer((_, response) => response.writeHead(status).end('{"message":"Authenticate"}'))
  await new Promise<void>((resolve) => provider.listen(0, 'localhost', resolve))
  t.after(() => provider.close())
  const host = `localhost:${(provider.address() as AddressInfo).port}`
  const twilio = { SMS_URL: `twilio+http://AC01:hunter2@${host}`, SMS_FROM: '+15550100' }
  assert.match((await diagnosed(t, twilio)).texts.says, /account AC01 can sign in/)
  status = 401
  const { texts } = await diagnosed(t, twilio)
  assert.equal(texts.verdict, 'broken')
  assert.match(texts.says, /account AC01: it answers 401 Authenticate/)
  const webhook = await diagnosed(t, { SMS_URL: `http://${host}/`, SMS_SECRET: 'hunter2'.repeat(5) })
  assert.equal(webhook.texts.verdict, 'good')
})

test('on startup, a service sends queued messages, logs the result, and shuts down cleanly', async (t) => {
  const { DATA_DIR, store } = await withShop(t)
  const opened = await store()
  const now = Date.now()
  await opened.messages.add(messageTask('t1', { kind: 'unheard-of', createdAt: now, expiresAt: now + 60_000 }))
  const program = start(t, [], { DATA_DIR, PORT: '0' })
  assert.ok(await program.says(/"reason":"nothing composes this kind","msg":"message not sent"/))
  assert.deepEqual(await opened.messages.claim({ now: now + 600_000, until: now + 700_000, most: 9 }), [])
  const [event] = await opened.events.list('shop', 1)
  assert.equal(event?.type, 'fido2.message.failed')
  program.kill('SIGTERM')
  const { code, signal, stderr } = await program.ended
  assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' })
})

test('a service never reveals its login', async (t) => {
  const { DATA_DIR } = await withShop(t)
  const settings = { SMTP_URL: smtpUrl(1), MAIL_FROM: 'a@shop.example', LOG_LEVEL: 'debug' }
  const program = start(t, [], { DATA_DIR, PORT: '0', ...settings })
  await program.says(/"Ready"/)
  program.kill('SIGTERM')
  const { stdout, stderr } = await program.ended
  assert.ok(
    !`${stdout}${stderr}`.includes(login.pass) && !`${stdout}${stderr}`.includes(encodeURIComponent(login.pass)),
  )
})

test('the started service sends a mail about a new passkey, and its log contains no secrets', async (t) => {
  const mails = await mailServerFor(t, { secure: true })
  const [DATA_DIR, SMTP_CA] = [dataFolder(t), authorityFile(t)]
  const settings = { DATA_DIR, SMTP_CA, SMTP_URL: smtpUrl(mails.port), MAIL_FROM: 'no-reply@shop.example' }
  const program = start(t, [], { ...settings, PORT: '0' })
  const [, address = ''] = (await program.says(/"address":"(http:\/\/localhost:\d+)"/)) ?? []
  const post = async <T>(path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const whole = JSON.stringify({ deviceInfo: {}, ...body })
    const result = await fetch(`${address}/apps/demo/fido2/v2${path}`, { method: 'POST', headers, body: whole })
    assert.equal(result.status, 200)
    return (await result.json()) as T
  }
  const register = async (token?: string) => {
    const started = await post<RegistrationInit>('/reg/init', { app: { id: 'demo' }, user: { username: 'ada' } }, token)
    const creationResult = createSoftwareAuthenticator({ origin: address }).create(started.registrationRequestOptions)
    return post<Tokens>('/reg/complete', { session: started.session, creationResult })
  }
  const { userId, jwtAccess } = await register()
  const store = await openStore(`sqlite:${join(DATA_DIR, 'thumbturn.db')}`)
  const contact = {
    appId: 'demo',
    userId,
    kind: 'email',
    address: 'ada@example.com',
    addressKey: 'ada@example.com',
  } as const
  await setContact(
    store,
    { ...contact, verifiedAt: 1, messagingConsent: true, createdAt: 1 },
    { events: [], tasks: [] },
  )
  await store.close()
  await register(jwtAccess)
  assert.ok(await program.says(/"kind":"passkey-added","channel":"email","outcome":"sent"/))
  assert.deepEqual(
    mails.received.map(({ to, user, encrypted }) => ({ to, user, encrypted })),
    [{ to: ['ada@example.com'], user: login.user, encrypted: true }],
  )
  program.kill('SIGTERM')
  const { code, stdout, stderr } = await program.ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  for (const secret of ['ada@example.com', encodeURIComponent(login.pass), login.pass])
    assert.ok(!stdout.includes(secret))
})
