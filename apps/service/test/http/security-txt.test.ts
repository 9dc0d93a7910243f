import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Service, type Start, startService } from '@thumbturn/service-harness/service.ts'
import { assertRejected } from '@thumbturn/service-harness/situations.ts'

const baseUrl = 'https://id.example.com'
const path = '//.well-known/security.txt'

async function start(t: TestContext, options: Partial<Start> = {}): Promise<Service> {
  const service = await startService({ databaseUrl: 'sqlite::memory:', baseUrl, ...options })
  t.after(() => service.close())
  return service
}

const ask = (service: Service, host = 'id.example.com', at = path) => service.ask('GET', at, { headers: { host } })

/** The fields of the file, in order. */
const readFields = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([\w-]+): (.+)$/.exec(line)!.slice(1))

test('security.txt names the contacts and the policy of the operator, and nothing of the product', async (t) => {
  const contacts = ['mailto:security@example.com', 'https://example.com/report']
  const service = await start(t, { securityContacts: { contacts, policy: 'https://example.com/policy' } })
  const response = await ask(service)
  assert.equal(response.status, 200)
  assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8')
  assert.deepEqual(readFields(response.text), [
    ['Contact', contacts[0]],
    ['Contact', contacts[1]],
    ['Expires', '2027-04-13T00:00:00Z'],
    ['Canonical', `${baseUrl}/.well-known/security.txt`],
    ['Policy', 'https://example.com/policy'],
  ])
  assert.doesNotMatch(response.text, /thumbturn/i)
})

test('without a contact of the operator, security.txt says so, and where to report what is wrong with Thumbturn', async (t) => {
  const { text } = await ask(await start(t))
  assert.match(text, /^# .*Its operator has set no contact/)
  const fields = Object.fromEntries(readFields(text)) as Record<string, string>
  assert.match(fields.Contact!, /^https:\/\/github\.com\/.+\/security\/advisories\/new$/)
  assert.match(fields.Policy!, /^https:\/\/github\.com\/.+\/security\/policy$/)
  assert.equal(fields['Preferred-Languages'], 'en')
})

test('security.txt expires 29 to 30 days from now, however long the service runs, and is the same all day', async (t) => {
  const service = await start(t)
  const texts = new Set<string>()
  for (const hours of [0, 11, 1, 400 * 24]) {
    service.clock.advance(hours * 3_600_000)
    const { text } = await ask(service)
    texts.add(text)
    const expires = new Date(/^Expires: (.+)$/m.exec(text)![1]!).getTime()
    const days = (expires - service.clock.now()) / 86_400_000
    assert.ok(days > 29 && days <= 30, `${days} days`)
  }
  assert.equal(texts.size, 3)
})

test('security.txt is not served for applications, whose domains belong to others', async (t) => {
  const service = await start(t)
  const msg = 'security.txt is only at https://id.example.com/.well-known/security.txt'
  const rejection = { status: 404, msg, msgCode: 'not_found' }
  for (const host of ['demo.id.example.com', 'localhost', 'evil.example'])
    assertRejected(await ask(service, host), rejection)
  assertRejected(await ask(service, 'id.example.com', '//apps/demo/.well-known/security.txt'), rejection)
})

test('without TLS, security.txt names no address of its own', async (t) => {
  const service = await start(t, { baseUrl: 'http://localhost:4300' })
  assert.doesNotMatch((await ask(service, 'localhost:4300')).text, /Canonical/)
})
