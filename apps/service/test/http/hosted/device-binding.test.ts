import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bindDevice as bind,
  createDeviceKey,
  listInvalidProofs,
  proveKnown,
  proveNew,
  readChallenge,
  renewDevice as renew,
} from '@thumbturn/service-harness/device-proofs.ts'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  readBody,
  readCookie,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { callFromPage } from './hosted-browser.ts'

const baseUrl = 'https://id.example.com'
const pages = '//apps/demo/openid/pages'

type Instructions = {
  session_identifier: string
  refresh_url: string
  scope: object
  credentials: object[]
  allowed_refresh_initiators: string[]
}

const readHeader = ({ headers }: Answer, name: string) => String(headers[name] ?? '')

const fromPage = { origin: baseUrl, 'sec-fetch-site': 'same-origin' }

const startSession = (service: Service, token: string, cookie = '') =>
  service.ask('POST', `${pages}/session`, { headers: { ...fromPage, ...(cookie && { cookie }) }, body: { token } })

/** Whether a browser with these cookies is signed in. */
async function isSignedIn(service: Service, ...cookies: string[]): Promise<boolean> {
  const headers = { ...fromPage, cookie: cookies.join('; ') }
  return readBody<{ step: string }>(await service.ask('GET', `${pages}/request`, { headers })).step === 'done'
}

/** A browser whose user has just signed up. */
async function signUp(service: Service) {
  const user = await signUpUser(service)
  const started = await startSession(service, user.jwtAccess)
  const challenge = readChallenge(readHeader(started, 'secure-session-registration'))
  return { ...user, session: readCookie(started), challenge }
}

/** The same, with a session that is bound to a device. */
async function signUpOnDevice(service: Service) {
  const [user, key] = [await signUp(service), createDeviceKey()]
  const bound = await bind(service, proveNew(key, user.challenge))
  const instructions = readBody<Instructions>(bound)
  return { ...user, key, binding: readCookie(bound), id: instructions.session_identifier, instructions }
}

const noSession = { continue: false }

eachEngine('browser sessions that are bound to a device', (fresh) => {
  const running = useService(fresh, { baseUrl })

  test('a browser is offered to bind its session, and learns which requests need the cookie', async () => {
    const service = running()
    const started = await startSession(service, (await signUpUser(service)).jwtAccess)
    assert.match(
      readHeader(started, 'secure-session-registration'),
      /^\(ES256\);path="\/apps\/demo\/openid\/pages\/device-binding";challenge="[\w.~-]+"$/,
    )
    const { instructions, binding } = await signUpOnDevice(service)
    assert.match(binding, /^__Host-thumbturn-device-demo=/)
    const { session_identifier: id, scope, ...others } = instructions
    assert.match(id, /^[\w-]{36}\.[\w-]{43}$/)
    assert.deepEqual(others, {
      refresh_url: '/apps/demo/openid/pages/device-binding/renew',
      credentials: [
        {
          type: 'cookie',
          name: '__Host-thumbturn-device-demo',
          attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure',
        },
      ],
      allowed_refresh_initiators: ['*'],
    })
    assert.partialDeepStrictEqual(scope, { origin: baseUrl, include_site: false })
  })

  test('a session that no browser bound counts without the second cookie', async () => {
    const service = running()
    const { session } = await signUp(service)
    assert.equal(await isSignedIn(service, session), true)
  })

  test('a bound session needs the second cookie, which the browser renews with its key', async () => {
    const service = running()
    const { session, binding, key, id } = await signUpOnDevice(service)
    assert.equal(await isSignedIn(service, session), false)
    assert.equal(await isSignedIn(service, session, binding), true)
    service.clock.advance(631_000)
    assert.equal(await isSignedIn(service, session, binding), false)

    const asked = await renew(service, id)
    assert.equal(asked.status, 403)
    const challenge = readChallenge(readHeader(asked, 'secure-session-challenge'))
    assert.match(readHeader(asked, 'secure-session-challenge'), new RegExp(`;id="${id}"$`))
    const fresh = await renew(service, id, proveKnown(key, challenge))
    assert.equal(readBody<Instructions>(fresh).session_identifier, id)
    assert.equal(await isSignedIn(service, session, readCookie(fresh)), true)
  })

  test('the second cookie of another session, and of another application, counts for nothing', async () => {
    const service = running()
    const [ada, grace] = [await signUpOnDevice(service), await signUpOnDevice(service)]
    assert.equal(await isSignedIn(service, ada.session, grace.binding), false)
    await createApplication(service.core, { id: 'other', rpId: 'localhost', origins: ['http://localhost:4300'] })
    const headers = { 'sec-secure-session-id': ada.id }
    const elsewhere = await service.ask('POST', '//apps/other/openid/pages/device-binding/renew', { headers })
    assert.deepEqual(readBody(elsewhere), noSession)
  })

  test('a session is bound once, to the key that its challenge was signed with', async () => {
    const service = running()
    const { challenge, session } = await signUp(service)
    const [first, second] = [createDeviceKey(), createDeviceKey()]
    const binding = readCookie(await bind(service, proveNew(first, challenge)))
    assert.deepEqual(readBody(await bind(service, proveNew(second, challenge))), noSession)
    assert.equal(await isSignedIn(service, session, binding), true)
  })

  test('proofs of another key, an old challenge, or another session are rejected', async () => {
    const service = running()
    const [ada, grace] = [await signUpOnDevice(service), await signUpOnDevice(service)]
    const askFor = async (id: string) => readChallenge(readHeader(await renew(service, id), 'secure-session-challenge'))
    const [own, foreign] = [await askFor(ada.id), await askFor(grace.id)]
    const invalid = { status: 400, msgCode: 'bad_request', msg: 'The proof of the device is not valid' }
    assertRejected(await renew(service, ada.id, proveKnown(grace.key, own)), invalid)
    assertRejected(await renew(service, ada.id, proveKnown(ada.key, foreign)), {
      ...invalid,
      msg: 'The proof of the device answers a challenge of another session',
    })
    const stale = { ...invalid, msg: 'The proof of the device answers no current challenge' }
    assertRejected(await renew(service, ada.id, proveKnown(ada.key, ada.challenge)), stale)
    service.clock.advance(121_000)
    assertRejected(await renew(service, ada.id, proveKnown(ada.key, own)), stale)
  })

  test('a registration needs a current challenge, and a proof in the right form', async () => {
    const service = running()
    const { challenge } = await signUp(service)
    const key = createDeviceKey()
    for (const proof of listInvalidProofs(key, challenge))
      assertRejected(await bind(service, proof), {
        status: 400,
        msgCode: 'bad_request',
        msg: 'The proof of the device is not valid',
      })
    assert.equal((await bind(service, proveNew(key, 'forged'))).status, 400)
    assert.equal((await service.ask('POST', `${pages}/device-binding`, {})).status, 400)
    service.clock.advance(121_000)
    assert.equal((await bind(service, proveNew(key, challenge))).status, 400)
  })

  test('a session that ended, and an ID that was made up, are forgotten by the browser', async () => {
    const service = running()
    const { id, session, binding } = await signUpOnDevice(service)
    const headers = { ...fromPage, cookie: `${session}; ${binding}` }
    assert.equal((await service.ask('DELETE', `${pages}/session`, { headers })).status, 204)
    for (const one of [id, `${id.split('.')[0]}.forged`, `${id.slice(0, -1)}é`, ''])
      assert.deepEqual(readBody(await renew(service, one)), noSession)
  })

  test('another sign-in in the browser starts without a device, and the former key renews nothing', async () => {
    const service = running()
    const { id, session, binding, key, username, device } = await signUpOnDevice(service)
    const { jwtAccess: token } = readBody<Tokens>(await signIn(service, { username, device }))
    const again = await startSession(service, token, `${session}; ${binding}`)
    assert.notEqual(readHeader(again, 'secure-session-registration'), '')
    assert.equal(await isSignedIn(service, readCookie(again)), true)
    assert.equal(await isSignedIn(service, session, binding), false)
    assert.deepEqual(readBody(await renew(service, id, proveKnown(key, 'any'))), noSession)
  })
})

anyEngine('browser sessions without TLS', (fresh) => {
  const running = useService(fresh)

  test('no browser is offered to bind one to its device', async () => {
    const service = running()
    const started = await callFromPage(service, ['POST', '/session', { token: (await signUpUser(service)).jwtAccess }])
    assert.equal(started.status, 200)
    assert.equal(started.headers['secure-session-registration'], undefined)
  })
})
