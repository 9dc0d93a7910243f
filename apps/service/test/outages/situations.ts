import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { type Answer, demo, type Service } from '@thumbturn/service-harness/service.ts'
import { apiKey, app, assertRejected, deviceInfo, readBody } from '@thumbturn/service-harness/situations.ts'

const unavailable = { msg: 'The database is unavailable: try again after the time in Retry-After' }

/** Only a call that hangs takes so long: on a busy machine, calls take many times as long as usual. */
const longestMs = 60_000

/** Sends a request after everything that is cached for a second has expired. */
async function askAfresh(service: Service, [method, path]: [string, string], body?: object) {
  service.clock.advance(2_000)
  const start = performance.now()
  const response = await service.ask(method, path, { body })
  assert.ok(performance.now() - start < longestMs, `${path} took ${Math.round(performance.now() - start)} ms`)
  return response
}

const createSignIn = (username: string) => ({ app, deviceInfo, user: { username } })

/** Checks what fails during an outage, in the error format of each API, and what keeps working. */
export async function assertOutage(service: Service): Promise<void> {
  const current = await askAfresh(service, ['POST', '/auth/init'], createSignIn('ada'))
  assertRejected(current, { status: 503, ...unavailable, msgCode: 'service_unavailable' })
  assert.equal(current.headers['retry-after'], '5')
  const proxied = await service.ask('POST', '/proxy/auth/init', { token: await unknownKey(), body: {} })
  assertRejected(proxied, { status: 503, ...unavailable, msgCode: 'service_unavailable' })
  const gen1 = await askAfresh(service, ['POST', '//authenticate/fido2/init'], { client_id: 'demo', username: 'ada' })
  assert.deepEqual([gen1.status, gen1.body], [503, { code: 'service_unavailable', message: unavailable.msg }])
  assert.equal(gen1.headers['retry-after'], '5')
  await assertOffline(service)
}

/** A well-formed key whose ID has to be looked up. */
const unknownKey = async () => `ttk_0123456789abcdef.${'a'.repeat(43)}`

/** Checks the probes and the requests that need no database. */
export async function assertOffline(service: Service): Promise<void> {
  for (const path of ['/version', '/.well-known/jwks.json', '//certs', `/${demo}/version`])
    assert.equal((await askAfresh(service, ['GET', path])).status, 200, path)
  assert.equal((await service.ask('GET', '//health')).status, 200)
  await assertNotReady(service)
}

export async function assertNotReady(service: Service): Promise<void> {
  service.clock.advance(2_000)
  const { status, headers, body } = await service.ask('GET', '//ready')
  assert.deepEqual([status, headers['retry-after']], [503, '5'])
  assert.deepEqual(body, {
    status: 'unavailable',
    msg: 'The database is not writable',
    msgCode: 'service_unavailable',
  })
}

/** Checks that everything works again without a restart. */
export async function assertRecovered(service: Service): Promise<void> {
  readBody(await askUntilUp(service))
  await assertReadySoon(service)
  await apiKey(service)
}

/** Each database process reloads a changed configuration between two statements, at its own time. */
async function assertReadySoon(service: Service): Promise<void> {
  for (const deadline = performance.now() + longestMs; ; await setTimeout(100)) {
    service.clock.advance(2_000)
    const { status } = await service.ask('GET', '//ready')
    if (status === 200) return
    assert.ok(performance.now() < deadline, `/ready still responds ${status}`)
  }
}

/** A connection that is still being closed can fail once more. */
async function askUntilUp(service: Service): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const response = await askAfresh(service, ['POST', '/auth/init'], createSignIn('ada'))
    if (response.status === 200 || attempt === 12) return response
  }
}

/** Caches what can then be served without a database. */
export async function warmUp(service: Service): Promise<void> {
  readBody(await service.ask('GET', '/.well-known/jwks.json'))
  assert.equal((await service.ask('GET', '//ready')).status, 200)
}
