import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDeviceKey,
  type DeviceKeyPair,
  listInvalidProofs,
  proveKnown,
  proveNew,
  readChallenge,
} from '@thumbturn/service-harness/device-proofs.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createSessions, type EndedSessions, type SessionOptions } from '../src/session/index.ts'
import { startServer, type TestService, useTestService } from './service.ts'
import { createBrowser, servers, toOptions } from './sessions.ts'

const running = useTestService()
const serve = servers['plain node:http']!
const [session, proof] = ['__Host-session', '__Host-session-device']
const toDeviceOptions = (service: TestService, more: Partial<SessionOptions> = {}) =>
  toOptions(service, { secure: true, devicePath: '/session/device', ...more })

type Browser = ReturnType<typeof createBrowser>

/** The calls that a browser itself makes. */
const createDevice = (browser: Browser, address: string, key: DeviceKeyPair = createDeviceKey()) => {
  const call = (headers: Record<string, string>) =>
    browser.ask(`${address}/session/device`, { method: 'POST', headers })
  return {
    key,
    register: (challenge: string) => call({ 'secure-session-response': proveNew(key, challenge) }),
    respond: (proofText: string, id?: string) =>
      call({ 'secure-session-response': proofText, ...(id !== undefined && { 'sec-secure-session-id': id }) }),
    /** Without a proof. */
    askFor: (id: string) => call({ 'sec-secure-session-id': id }),
    async renew(id: string) {
      const asked = await call({ 'sec-secure-session-id': id })
      const challenge = readChallenge(asked.headers.get('secure-session-challenge') ?? '')
      return call({ 'sec-secure-session-id': id, 'secure-session-response': proveKnown(key, challenge) })
    },
  }
}

/** A user who signed in at an instance in a browser that can bind the session to its device. */
async function signIn(service: TestService, address: string) {
  const browser = createBrowser()
  const user = await signUpUser(service)
  const started = await browser.signIn(address, user.jwtAccess)
  const offer = started.headers.get('secure-session-registration') ?? ''
  const isSignedIn = async (at = address) => (await browser.ask(`${at}/me`)).status === 200
  const device = createDevice(browser, address)
  return { ...user, browser, offer, challenge: readChallenge(offer), id: String(started.body?.id), isSignedIn, device }
}

/** The same, with a session that is bound. */
async function signInOnDevice(service: TestService, address: string) {
  const user = await signIn(service, address)
  const before = user.browser.jar.get(session)!
  const bound = await user.device.register(user.challenge)
  assert.equal(bound.status, 200)
  return { ...user, bound, before }
}

/** A browser with some cookies of another one, as a thief has it. */
function copyCookies({ jar }: Browser, ...names: string[]): Browser {
  const copy = createBrowser()
  for (const name of names) copy.jar.set(name, jar.get(name)!)
  return copy
}

const forget = [200, { continue: false }]

for (const [what, serveBound] of Object.entries(servers)) {
  test(`${what}: a browser binds a session to its device, and copies of its cookies end within ten minutes`, async (t) => {
    const service = running()
    const address = await serveBound(t, await toDeviceOptions(service))
    const { browser, bound, device, offer, id, isSignedIn } = await signInOnDevice(service, address)
    assert.match(offer, /^\(ES256\);path="\/session\/device";challenge="[\w-]+"$/)
    assert.equal(bound.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(bound.body, {
      session_identifier: id,
      scope: { include_site: false },
      credentials: [{ type: 'cookie', name: proof, attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' }],
      allowed_refresh_initiators: ['*'],
    })
    assert.equal(await isSignedIn(), true)
    const [both, one] = [copyCookies(browser, session, proof), copyCookies(browser, session)]
    assert.equal((await both.ask(`${address}/me`)).status, 200)
    assert.equal((await one.ask(`${address}/me`)).status, 401)

    service.clock.advance(630_000)
    assert.equal((await both.ask(`${address}/me`)).status, 401)
    assert.equal(await isSignedIn(), false)
    const asked = await device.askFor(id)
    assert.equal(asked.status, 403)
    assert.match(asked.headers.get('secure-session-challenge')!, new RegExp(`^"[\\w-]+";id="${id}"$`))
    assert.equal((await device.renew(id)).body?.session_identifier, id)
    assert.equal(await isSignedIn(), true)
    assert.equal((await both.ask(`${address}/me`)).status, 401)
  })
}

test('a browser that binds no session keeps it, also beyond the time of a registration', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const { isSignedIn } = await signIn(service, address)
  for (const seconds of [0, 61, 3_600]) {
    service.clock.advance(seconds * 1000)
    assert.equal(await isSignedIn(), true)
  }
})

test('no browser is offered to bind a session without the option, or without TLS', async (t) => {
  const service = running()
  for (const change of [{ devicePath: undefined }, { secure: false }]) {
    const { offer } = await signIn(service, await serve(t, await toDeviceOptions(service, change)))
    assert.equal(offer, '')
  }
})

test('the key stays with the session when its cookie is renewed, on any instance that has the secret', async (t) => {
  const service = running()
  const options = await toDeviceOptions(service)
  const [first, second] = [await serve(t, options), await serve(t, options)]
  const { browser, device, id, isSignedIn } = await signInOnDevice(service, first)
  service.clock.advance(2 * 3_600_000)
  const elsewhere = createDevice(browser, second, device.key)
  assert.equal((await elsewhere.renew(id)).status, 200)
  const { status, cookies } = await browser.ask(`${first}/me`)
  assert.deepEqual([status, cookies.length], [200, 1])
  assert.deepEqual([await isSignedIn(first), await isSignedIn(second)], [true, true])
  assert.equal((await copyCookies(browser, session).ask(`${first}/me`)).status, 401)
})

test('many renewals at the same time, on several instances, keep the user signed in', async (t) => {
  const service = running()
  const options = await toDeviceOptions(service)
  const instances = [await serve(t, options), await serve(t, options)]
  const { browser, device, id, isSignedIn } = await signInOnDevice(service, instances[0]!)
  service.clock.advance(640_000)
  const tabs = Array.from({ length: 16 }, (_, at) => createDevice(browser, instances[at % 2]!, device.key).renew(id))
  for (const { status } of await Promise.all(tabs)) assert.equal(status, 200)
  assert.deepEqual([await isSignedIn(instances[0]), await isSignedIn(instances[1])], [true, true])
})

test('answers to one challenge at the same time, on several instances, all keep the user signed in', async (t) => {
  const service = running()
  const options = await toDeviceOptions(service)
  const instances = [await serve(t, options), await serve(t, options)]
  const { browser, device, id, isSignedIn } = await signInOnDevice(service, instances[0]!)
  const asked = await device.askFor(id)
  const answer = proveKnown(device.key, readChallenge(asked.headers.get('secure-session-challenge') ?? ''))
  const renewals = Array.from({ length: 64 }, (_, at) =>
    createDevice(browser, instances[at % 2]!, device.key).respond(answer, id),
  )
  for (const { status, body } of await Promise.all(renewals))
    assert.deepEqual([status, body?.session_identifier], [200, id])
  assert.deepEqual([await isSignedIn(instances[0]), await isSignedIn(instances[1])], [true, true])
})

test('a copy of the cookie from before the registration ends a minute later, with a shared store on every instance', async (t) => {
  const service = running()
  const names = new Set<string>()
  const shared: EndedSessions = {
    add: (name) => void names.add(name),
    has: (asked) => asked.some((name) => names.has(name)),
  }
  for (const [ended, expected] of [
    [undefined, [401, 200]],
    [shared, [401, 401]],
  ] as const) {
    const options = await toDeviceOptions(service, { ended })
    const instances = [await serve(t, options), await serve(t, options)]
    const { before } = await signInOnDevice(service, instances[0]!)
    const copy = createBrowser()
    copy.jar.set(session, before)
    // A request that was under way when the browser bound the session.
    assert.equal((await copy.ask(`${instances[0]}/me`)).status, 200)
    service.clock.advance(61_000)
    const statuses = []
    for (const instance of instances) statuses.push((await copy.ask(`${instance}/me`)).status)
    assert.deepEqual(statuses, expected)
  }
})

test('a session is bound once, by a browser that has its cookie and a current challenge', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const [ada, grace] = [await signIn(service, address), await signIn(service, address)]
  assert.equal((await ada.device.register(grace.challenge)).status, 400)
  const stranger = createDevice(createBrowser(), address)
  const unknown = await stranger.register(ada.challenge)
  assert.deepEqual([unknown.status, unknown.body], forget)
  assert.equal((await ada.device.register(ada.challenge)).status, 200)
  const again = await createDevice(ada.browser, address).register(ada.challenge)
  assert.deepEqual([again.status, again.body], forget)
  service.clock.advance(121_000)
  assert.equal((await grace.device.register(grace.challenge)).status, 400)
})

test('a registration needs a proof in the right form', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const { challenge, device, isSignedIn, browser } = await signIn(service, address)
  for (const text of [...listInvalidProofs(device.key, challenge), proveNew(device.key, 'forged'), 'x'.repeat(5_000)]) {
    const { status, body, cookies } = await device.respond(text)
    assert.deepEqual([status, body, cookies], [400, null, []], text.slice(0, 60))
  }
  const empty = await browser.ask(`${address}/session/device`, { method: 'POST' })
  assert.equal(empty.status, 400)
  assert.equal(await isSignedIn(), true)
})

test('proofs of another key, another session, or an old challenge renew nothing', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const [ada, grace] = [await signInOnDevice(service, address), await signInOnDevice(service, address)]
  const askFor = async ({ device, id }: typeof ada) =>
    readChallenge((await device.askFor(id)).headers.get('secure-session-challenge')!)
  const [own, foreign] = [await askFor(ada), await askFor(grace)]
  for (const text of [
    proveKnown(grace.device.key, own),
    proveNew(grace.device.key, own),
    proveKnown(ada.device.key, foreign),
    proveKnown(ada.device.key, ada.challenge),
    proveKnown(ada.device.key, ada.browser.jar.get(proof)!),
  ])
    assert.equal((await ada.device.respond(text, ada.id)).status, 400)
  const other = await ada.device.askFor(grace.id)
  assert.deepEqual([other.status, other.body], forget)
  service.clock.advance(121_000)
  assert.equal((await ada.device.respond(proveKnown(ada.device.key, own), ada.id)).status, 400)
})

test('the second cookie of another session counts for nothing, and neither does a challenge', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const [ada, grace] = [await signInOnDevice(service, address), await signInOnDevice(service, address)]
  const challenge = readChallenge((await ada.device.askFor(ada.id)).headers.get('secure-session-challenge')!)
  for (const value of [grace.browser.jar.get(proof)!, challenge, 'x']) {
    ada.browser.jar.set(proof, value)
    assert.equal(await ada.isSignedIn(), false)
  }
})

test('after a sign-out, the browser forgets the session, and both cookies are removed', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const { browser, device, id } = await signInOnDevice(service, address)
  const copy = copyCookies(browser, session, proof)
  assert.equal((await browser.signOut(address)).status, 204)
  assert.deepEqual([...browser.jar.keys()], [`${session}-ended`])
  for (const one of [device, createDevice(copy, address, device.key)]) {
    const { status, body } = await one.askFor(id)
    assert.deepEqual([status, body], forget)
  }
})

test('after a sign-out everywhere, no proof renews the session, and the browser forgets it', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service, { check: 'always' }))
  const { userId, browser, device, id } = await signInOnDevice(service, address)
  await service.client().users.signOut(userId)
  const ended = await device.renew(id)
  assert.deepEqual([ended.status, ended.body], forget)
  assert.deepEqual([browser.jar.has(session), browser.jar.has(proof)], [false, false])
})

test('another sign-in in the browser starts without a device, and is offered one', async (t) => {
  const service = running()
  const address = await serve(t, await toDeviceOptions(service))
  const { browser, device, id } = await signInOnDevice(service, address)
  const { jwtAccess } = await signUpUser(service)
  const started = await browser.signIn(address, jwtAccess)
  assert.notEqual(readChallenge(started.headers.get('secure-session-registration') ?? ''), '')
  assert.equal(browser.jar.has(proof), false)
  assert.equal((await browser.ask(`${address}/me`)).status, 200)
  const former = await device.askFor(id)
  assert.deepEqual([former.status, former.body], forget)
})

test('data that fits at the sign-in leaves room for the key of a device', async (t) => {
  const service = running()
  const options = await toDeviceOptions(service, { clientId: 'my-program' })
  const sessions = createSessions(options)
  const address = await startServer(t, async (request, response) => {
    if (request.url === '/session/device') return sessions.bindDevice(request, response)
    const text = 'x'.repeat(Number(request.headers['x-length']))
    const started = sessions.start(request, response, { claims: { sub: 'u-1' }, data: { text } })
    response.statusCode = await started.then(
      () => 200,
      () => 413,
    )
    response.end()
  })
  for (let length = 2_000; ; length += 4) {
    const browser = createBrowser()
    const started = await browser.ask(address, { method: 'POST', headers: { 'x-length': `${length}` } })
    if (started.status !== 200) break
    const challenge = readChallenge(started.headers.get('secure-session-registration')!)
    assert.equal((await createDevice(browser, address).register(challenge)).status, 200, `${length}`)
  }
})

test('a path that could end its header is no path of a device', async () => {
  const options = await toDeviceOptions(running())
  for (const devicePath of ['session/device', '//example.net/device', '/a"b', '/a b', 'https://example.net/'])
    assert.throws(() => createSessions({ ...options, devicePath }), {
      code: 'invalid_options',
      message: /devicePath must be a path like \/session\/device/,
    })
})

test('without the option, the handler says which one is missing, and bound sessions count without their device', async (t) => {
  const service = running()
  const [on, off] = [await toDeviceOptions(service), await toDeviceOptions(service, { devicePath: undefined })]
  const [first, second] = [await serve(t, on), await serve(t, off)]
  const { browser, device, id } = await signInOnDevice(service, first)
  browser.jar.delete(proof)
  assert.equal((await browser.ask(`${second}/me`)).status, 200)
  assert.equal((await createDevice(browser, second, device.key).askFor(id)).status, 503)
})
