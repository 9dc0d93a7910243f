import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings, listContacts, sentCode, textsTo, useCodes, wrong } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type Authentication,
  assertGen1Rejected,
  gen1Backend,
  invalidRequest,
  notAuthenticated,
  signUpGen1User,
  tokenNotAllowed,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, stored } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, readClaims } from '@thumbturn/service-harness/situations.ts'

let numbers = 0
const addresses = {
  phone: () => `+49152${String(10_000_000 + ++numbers)}`,
  email: () => `coded-${++numbers}@example.com`,
}
const member = { phone: 'phone_number', email: 'email' } as const
const types = { phone: 'phone_otp', email: 'email_otp' } as const
const ways = { phone: ['otp', 'sms'], email: ['otp'] } as const
const noLink = [400, 'not_acceptable', /emailLinkUrl/] as const

anyEngine('first-generation contact codes', (fresh) => {
  // The cross-auth methods offered to unauthenticated callers don't matter, because the backend makes the calls.
  const running = useCodes(fresh, { crossAuthMethods: [] })

  const situation = async (kind: 'phone' | 'email') => {
    const service = running()
    const backend = await gen1Backend(service)
    const { username, user } = await signUpGen1User(backend)
    const address = addresses[kind]()
    const force = (more: object = {}, claims: object = {}, to = address) => {
      const body = { username, [member[kind]]: to, ...more }
      return backend.call(['credentials.force_add', claims], `/credentials/${kind}/init/force`, body)
    }
    const begin = async (to = address) => readBody<{ credential_uuid: string }>(await force({}, {}, to)).credential_uuid
    const complete = (credential_uuid: string, otp: string, more: object = {}) =>
      backend.open(`/credentials/${kind}/complete`, { username, credential_uuid, otp, ...more })
    const added = async (to = address) => {
      const uuid = await begin(to)
      readBody(await complete(uuid, await sentCode(service, to)))
      return uuid
    }
    const ask = (credential_uuid: string, more: object = {}, claims: object = {}) =>
      backend.call(['auth.temporary', claims], `/authenticate/${kind}/init`, { username, credential_uuid, ...more })
    const login = (credential_uuid: string, otp: string, more: object = {}) =>
      backend.open(`/authenticate/${kind}/complete`, { username, credential_uuid, otp, ...more })
    return { service, backend, username, user, address, force, begin, complete, added, ask, login }
  }

  for (const kind of ['phone', 'email'] as const) {
    test(`the backend adds ${kind} codes, which verify the contact and sign in once each`, async () => {
      const { service, user, address, begin, complete, ask, login } = await situation(kind)
      const uuid = await begin()
      assert.deepEqual(
        (await listContacts(service, user.id)).map(({ verified }) => verified),
        [false],
      )
      const first = await sentCode(service, address)
      assertGen1Rejected(await login(uuid, first), notAuthenticated)
      const added = readBody<Authentication>(await complete(uuid, first))
      assert.deepEqual([added.credential.uuid, added.credential.type, added.user.id], [uuid, types[kind], user.id])
      assert.deepEqual(
        (await listContacts(service, user.id)).map(({ verified }) => verified),
        [true],
      )
      assert.deepEqual(readBody(await ask(uuid)), { credential_uuid: uuid })
      const code = await sentCode(service, address)
      assertGen1Rejected(await login(uuid, wrong(code)), notAuthenticated)
      const { jwt = '' } = readBody<Authentication>(await login(uuid, code))
      assert.deepEqual(readClaims(jwt).amr, ways[kind])
      assertGen1Rejected(await login(uuid, code), notAuthenticated)
    })

    test(`for ${kind}, an unknown user, another ID, a revoked credential, and a contact that was moved get no code and the same error`, async () => {
      const { service, backend, username, address, added, ask, login } = await situation(kind)
      const uuid = await added()
      const sent = (await textsTo(service, address)).length
      const unknown = newName('unknown')
      assert.deepEqual(readBody(await ask(uuid, { username: unknown })), { credential_uuid: uuid })
      assert.deepEqual(readBody(await ask('unknown')), { credential_uuid: 'unknown' })
      const other = await situation(kind)
      readBody(await other.ask(uuid))
      while ((await service.deliver()).length > 0);
      assert.equal((await textsTo(service, address)).length, sent)
      readBody(await ask(uuid))
      const code = await sentCode(service, address)
      for (const response of [
        await login(uuid, code, { username: unknown }),
        await login('unknown', code),
        await other.login(uuid, code),
      ])
        assertGen1Rejected(response, notAuthenticated)
      readBody(await login(uuid, code))
      readBody(await backend.call('credentials.revoke', '/credentials/revoke', { username, credential: { uuid } }))
      readBody(await ask(uuid))
      while ((await service.deliver()).length > 0);
      assert.equal((await textsTo(service, address)).length, sent + 1)
    })

    test(`a new address for ${kind} replaces the old one only once it is verified, and only with its own code`, async () => {
      const { service, address, added, begin, complete, ask, login } = await situation(kind)
      const old = await added()
      const next = addresses[kind]()
      const uuid = await begin(next)
      readBody(await ask(old))
      const elsewhere = await sentCode(service, address)
      assertGen1Rejected(await complete(uuid, elsewhere), notAuthenticated)
      const again = await begin(next)
      readBody(await complete(again, await sentCode(service, next)))
      const sent = (await textsTo(service, address)).length
      readBody(await ask(old))
      while ((await service.deliver()).length > 0);
      assert.equal((await textsTo(service, address)).length, sent + 1, 'only the notice that the contact was changed')
      readBody(await ask(again))
      readBody(await login(again, await sentCode(service, next)))
    })

    test(`${kind} codes start only for an existing user, with one contact, and with a token for that user`, async () => {
      const { force, ask } = await situation(kind)
      assertGen1Rejected(await force({ username: newName('unknown') }), userNotFound)
      assertGen1Rejected(await force({}, { username: newName() }), tokenNotAllowed)
      assertGen1Rejected(await force({}, {}, 'nowhere'), [400, 'bad_request'])
      assertGen1Rejected(await force({ locale: 'xx' }), invalidRequest)
      assertGen1Rejected(await ask('any', {}, { username: newName() }), tokenNotAllowed)
    })
  }

  test("five wrong codes invalidate a code, and attempts without the credential ID don't count", async () => {
    const { service, address, added, ask, login } = await situation('email')
    const uuid = await added()
    readBody(await ask(uuid))
    const code = await sentCode(service, address)
    for (let count = 0; count < 6; count++) assertGen1Rejected(await login('unknown', wrong(code)), notAuthenticated)
    for (let count = 0; count < 5; count++) assertGen1Rejected(await login(uuid, wrong(code)), notAuthenticated)
    assertGen1Rejected(await login(uuid, code), notAuthenticated)
  })

  test('a code is read aloud when the caller requests a voice call, in the requested language', async () => {
    const { service, address, added, ask } = await situation('phone')
    const uuid = await added()
    const last = async () => {
      while ((await service.deliver()).length > 0);
      return (await service.core.store.outbox.list('demo', 10_000)).find(({ to }) => to === address)!
    }
    const english = await last()
    assert.equal(english.channel, 'sms')
    service.clock.advance(60_000)
    readBody(await ask(uuid, { delivery_mode: 'voice' }))
    assert.equal((await last()).channel, 'voice')
    service.clock.advance(60_000)
    readBody(await ask(uuid, { locale: 'es-ES' }))
    assert.match((await last()).text, /código/i)
  })

  test("a link is rejected with a clear message if the application hasn't configured a page for it", async () => {
    const { force, ask } = await situation('email')
    const via_link = true
    for (const response of [await force({ via_link }), await ask('any', { via_link })])
      assertGen1Rejected(response, noLink)
  })

  test('a link adds an address and signs in, once each, and shows its code only to the page', async () => {
    const { service, user, address, force, ask, complete, login } = await situation('email')
    const page = `${origin}/sign-in?from=mail`
    await changeSettings(service, { emailLinkUrl: page })
    // Only the application's settings decide where links lead.
    const steered = { via_link: true, link: 'https://evil.example', redirect_uri: 'https://evil.example' }
    const { credential_uuid } = readBody<{ credential_uuid: string }>(await force(steered))
    const adding = await sentLink(service, address)
    assert.equal(adding.href.split('#')[0], page)
    const said = (link: URL) => Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
    const { otp = '', ...rest } = said(adding)
    // A recipient who gets the mail because of a typo doesn't learn whose account it is.
    assert.deepEqual(rest, { step: 'add', credential_uuid })
    assert.match(otp, /^[0-9a-f]{32}$/)
    const { outbox, ...kept } = await stored(service.database)
    assert.ok(!JSON.stringify(kept).includes(otp))
    readBody(await complete(credential_uuid, otp, { via_link: true }))
    assertGen1Rejected(await complete(credential_uuid, otp), notAuthenticated)

    readBody(await ask(credential_uuid, { via_link: true }))
    const link = said(await sentLink(service, address))
    assert.deepEqual([link.step, link.username], ['sign-in', user.username])
    const responses = await Promise.all(Array.from({ length: 32 }, () => login(credential_uuid, link.otp!)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)

    readBody(await ask(credential_uuid, { via_link: true }))
    const late = said(await sentLink(service, address))
    readBody(await ask(credential_uuid))
    const code = await sentCode(service, address)
    assertGen1Rejected(await login(credential_uuid, late.otp!), notAuthenticated)
    readBody(await login(credential_uuid, code))
    readBody(await ask(credential_uuid, { via_link: true }))
    const last = said(await sentLink(service, address))
    service.clock.advance(600_000)
    assertGen1Rejected(await login(credential_uuid, last.otp!), notAuthenticated)
    await changeSettings(service, { emailLinkUrl: '' })
  })

  for (const emailLinkUrl of [
    'https://evil.example/sign-in',
    `${origin}.evil.example/`,
    'http://localhost:4300@evil.example/',
    'http://user:password@localhost:4300/',
    `${origin}/sign-in#here`,
    'javascript:alert(1)',
    '//localhost:4300/',
    `${origin}/../\\evil.example`,
  ]) {
    test(`links can't lead to ${emailLinkUrl}`, async () => {
      await assert.rejects(
        changeSettings(running(), { emailLinkUrl }),
        /emailLinkUrl .* must be a page on one of the origins/,
      )
    })
  }
})

/** Returns the link most recently sent to an address. */
async function sentLink(service: Parameters<typeof textsTo>[0] & { deliver(): Promise<unknown[]> }, address: string) {
  while ((await service.deliver()).length > 0);
  const links = (await textsTo(service, address)).flatMap((text) => /http\S+#\S+/.exec(text) ?? [])
  assert.ok(links.length > 0, `no link was sent to ${address}`)
  return new URL(links[0]!)
}
