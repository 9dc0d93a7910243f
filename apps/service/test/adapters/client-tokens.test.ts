import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { signingAlgorithms } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { keySet } from '@thumbturn/service-harness/key-sets.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Application } from '../../src/core/model/applications/application.ts'
import type { ClientAccessRequest, IdTokenRequest } from '../../src/core/ports/client-tokens.ts'
import { changeApplication } from '../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../src/core/use-cases/applications/create.ts'
import {
  ensureSigningKey,
  retireSigningKey,
  rotateSigningKey,
} from '../../src/core/use-cases/applications/signing-keys.ts'

const iss = `${origin}/apps/demo`
const userinfo = `${iss}/openid/userinfo`
const userId = randomUUID()
const signedIn = { auth_time: 1_000, amr: ['hwk', 'user', 'mfa'], acr: 'phrh' } as const
const idToken: IdTokenRequest = { clientId: 'grafana', sub: userId, ...signedIn }
const access: ClientAccessRequest = {
  clientId: 'grafana',
  userId,
  sub: userId,
  audience: [userinfo],
  scopes: ['openid', 'email'],
  ...signedIn,
}
const rejected = { code: 'unauthorized', message: 'The token is not valid' }

anyEngine('tokens for OpenID clients', (fresh) => {
  const running = useService(fresh)
  let application: Application
  before(async () => {
    const { core } = running()
    await ensureSigningKey(core, running().application, { alg: 'RS256', by: 'test' })
    application = (await core.applications.findFresh('demo'))!
  })

  const prepare = (alg: 'ES256' | 'RS256' = 'RS256') => running().core.tokens.prepareFor(application, alg)
  const seconds = () => running().clock.now() / 1000
  /** The header and claims of a token, verified by another library with the published keys. */
  const verified = async (token: string) => {
    const keys = createLocalJWKSet({ keys: await keySet(running(), 'demo') } as JSONWebKeySet)
    const { payload } = await jwtVerify(token, keys, { currentDate: new Date(running().clock.now()) })
    const { alg, typ } = decodeProtectedHeader(token)
    return { header: `${alg} ${typ}`, payload }
  }
  const verify = async (token: string, audience = userinfo) =>
    running().core.tokens.verifyClientAccess(application, token, audience)
  const verifyHint = async (token: string) => running().core.tokens.verifyHint(application, token)

  for (const alg of signingAlgorithms) {
    test(`an ID token signed with ${alg} has the claims of OpenID Connect, and the hash of its access token`, async () => {
      const prepared = await prepare(alg)
      const accessToken = await prepared.signAccessToken(access, 600)
      const request = { ...idToken, nonce: 'n-0S6', sid: 'browser', accessToken, user: { email: 'ada@example.com' } }
      const { header, payload } = await verified(await prepared.signIdToken(request, 300))
      const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
      const times = { iat: seconds(), exp: seconds() + 300 }
      assert.equal(header, `${alg} JWT`)
      const claims = { ...signedIn, ...times, iss, sub: userId, aud: 'grafana', nonce: 'n-0S6', sid: 'browser' }
      assert.deepEqual(payload, { ...claims, at_hash: half, email: 'ada@example.com' })
    })

    test(`an access token signed with ${alg} follows RFC 9068, and names user, client, and audience`, async () => {
      const prepared = await prepare(alg)
      const more = {
        sid: 'browser',
        fid: 'family',
        epoch: 2,
        consentedAt: 5,
        jkt: 'thumbprint',
        user: { groups: ['staff'] },
      }
      const token = await prepared.signAccessToken({ ...access, ...more }, 600)
      const { header, payload } = await verified(token)
      const jti = prepared.accessTokenId
      const [iat, exp] = [seconds(), seconds() + 600]
      assert.equal(header, `${alg} at+jwt`)
      const own = { iss, sub: userId, aud: userinfo, client_id: 'grafana', scope: 'openid email', iat, exp, jti }
      const kept = { sid: 'browser', fid: 'family', epoch: 2, consentedAt: 5 }
      assert.deepEqual(payload, { ...own, ...signedIn, ...kept, cnf: { jkt: 'thumbprint' }, groups: ['staff'] })
      const { clientId, scopes, sub } = access
      const who = { clientId, userId, sub, scopes, audience: [userinfo], jkt: 'thumbprint' }
      assert.deepEqual(await verify(token), { ...who, ...signedIn, ...kept, claims: [], iat, exp, jti })
    })
  }

  test('an access token of a client is no token of the API, although the same key signed it', async () => {
    const { tokens } = running().core
    const token = await (await prepare('ES256')).signAccessToken(access, 600)
    await assert.rejects(async () => tokens.verify(application, token), {
      ...rejected,
      cause: 'its typ is that of another kind of token',
    })
  })

  test('a logout token names user and session, lasts two minutes, and has no nonce', async () => {
    const token = await (await prepare('ES256')).signLogoutToken({ clientId: 'grafana', sub: userId, sid: 'browser' })
    const { header, payload } = await verified(token)
    const { jti, ...claims } = payload
    assert.equal(header, 'ES256 logout+jwt')
    assert.match(String(jti), /^[0-9a-f-]{36}$/)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const times = { iat: seconds(), exp: seconds() + 120 }
    assert.deepEqual(claims, { iss, aud: 'grafana', sub: userId, sid: 'browser', events, ...times })
  })

  test('signed userinfo names issuer and client, and never expires, so it is no ID token', async () => {
    const token = await (await prepare()).signUserinfo({ clientId: 'grafana', sub: userId, user: { name: 'Ada' } })
    const { header, payload } = await verified(token)
    assert.equal(header, 'RS256 JWT')
    assert.deepEqual(payload, { iss, aud: 'grafana', sub: userId, name: 'Ada' })
    await assert.rejects(verifyHint(token), rejected)
  })

  test('an access token can have several audiences, and no scopes', async () => {
    const audience = ['https://api.example.com', 'https://files.example.com/v1']
    const token = await (await prepare()).signAccessToken({ ...access, audience, scopes: [] }, 60)
    assert.deepEqual((await verified(token)).payload.aud, audience)
    for (const one of audience) assert.deepEqual((await verify(token, one)).scopes, [])
    await assert.rejects(verify(token), { ...rejected, cause: 'aud' })
  })

  for (const audience of [userinfo.slice(0, -1), `${userinfo}/`, `${iss}/openid`, '', 'grafana', userId]) {
    test(`an access token is only for its audience, not for "${audience}"`, async () => {
      const token = await (await prepare()).signAccessToken(access, 60)
      await assert.rejects(verify(token, audience), { ...rejected, cause: 'aud' })
    })
  }

  test('a client with pairwise subjects cannot read the user ID, which the service gets back', async () => {
    const token = await (await prepare()).signAccessToken({ ...access, sub: 'pairwise' }, 60)
    const { payload } = await verified(token)
    assert.equal(payload.sub, 'pairwise')
    assert.ok(!JSON.stringify(payload).includes(userId))
    assert.deepEqual([(await verify(token)).userId, (await verify(token)).sub], [userId, 'pairwise'])
  })

  test("a client's access for itself names no user, even if the client is called like one", async () => {
    const request = { clientId: userId, audience: ['https://api.example.com'], scopes: ['read'] }
    const token = await (await prepare()).signAccessToken(request, 60)
    assert.equal((await verified(token)).payload.sub, userId)
    const found = await verify(token, 'any' as const)
    assert.deepEqual([found.userId, found.sub, found.clientId], [undefined, userId, userId])
  })

  test('claims of users never replace those that make a token what it is', async () => {
    const prepared = await prepare()
    const names = ['iss', 'sub', 'aud', 'exp', 'nbf', 'nonce', 'sid', 'tokenType', 'scopes', 'uid', 'cnf', 'events']
    const hostile = {
      ...Object.fromEntries(names.map((name) => [name, 'hostile'])),
      ['__proto__']: {},
      nickname: 'ada',
    }
    const tokens = [
      await prepared.signIdToken({ ...idToken, user: hostile }, 60),
      await prepared.signAccessToken({ ...access, user: hostile }, 60),
      await prepared.signUserinfo({ clientId: 'grafana', sub: userId, user: hostile }),
    ]
    for (const token of tokens) {
      const { payload } = await verified(token)
      assert.ok(!JSON.stringify(payload).includes('hostile'), JSON.stringify(payload))
      assert.equal(payload.nickname, 'ada')
    }
  })

  test('an access token is valid until it expires, to the millisecond', async () => {
    const { clock } = running()
    const token = await (await prepare()).signAccessToken(access, 60)
    clock.advance(59_999)
    await verify(token)
    clock.advance(1)
    await assert.rejects(verify(token), { ...rejected, cause: 'expired' })
  })

  test('an expired ID token is still a hint: for which client, about whom, and of which session', async () => {
    const { clock } = running()
    const [alike, exp] = [{ clientId: 'grafana', sub: userId, sid: 'browser' }, seconds() + 60]
    for (const alg of signingAlgorithms) {
      const token = await (await prepare(alg)).signIdToken({ ...idToken, sid: 'browser' }, 60)
      clock.advance(0)
      assert.deepEqual(await verifyHint(token), { ...alike, auth_time: 1_000, exp })
    }
    const token = await (await prepare()).signIdToken(idToken, 60)
    clock.advance(86_400_000)
    assert.equal((await verifyHint(token)).sid, undefined)
  })

  test('tokens of another application, another issuer, or a changed token are rejected', async (t) => {
    const { core, clock } = running()
    await createApplication(core, { id: 'other', rpId: 'localhost', origins: [origin] })
    const other = (await core.applications.findFresh('other'))!
    const theirs = await core.tokens.prepareFor(other, 'ES256')
    const prepared = await prepare()
    const [hint, token] = [await prepared.signIdToken(idToken, 60), await prepared.signAccessToken(access, 60)]
    const damage = (text: string) => `${text.slice(0, -8)}AAAAAAAA`
    for (const one of [damage(token), token.slice(1), '', 'a.b.c', hint, await theirs.signAccessToken(access, 60)])
      await assert.rejects(verify(one), rejected)
    for (const one of [damage(hint), hint.slice(1), '', 'a.b.c', token, await theirs.signIdToken(idToken, 60)])
      await assert.rejects(verifyHint(one), rejected)
    const change = (baseUrl: string | undefined) => changeApplication(core, application, { baseUrl })
    t.after(async () => {
      await change(undefined)
      application = (await core.applications.findFresh('demo'))!
    })
    await change('https://login.example.com')
    clock.advance(1_000)
    application = (await core.applications.findFresh('demo'))!
    await assert.rejects(verify(token), { ...rejected, cause: 'iss' })
    await assert.rejects(verifyHint(hint), { ...rejected, cause: 'iss' })
  })

  test('tokens of a retired key are rejected', async () => {
    const { core, clock } = running()
    const prepared = await prepare()
    const [hint, token] = [await prepared.signIdToken(idToken, 60), await prepared.signAccessToken(access, 60)]
    await rotateSigningKey(core, application, { alg: 'RS256', by: 'test' })
    const { kid } = decodeProtectedHeader(token)
    await retireSigningKey(core, application, { kid: kid!, by: 'test' })
    clock.advance(1_000)
    application = (await core.applications.findFresh('demo'))!
    await assert.rejects(verify(token), { ...rejected, cause: 'no such key' })
    await assert.rejects(verifyHint(hint), { ...rejected, cause: 'no such key' })
    assert.notEqual(decodeProtectedHeader(await (await prepare()).signIdToken(idToken, 60)).kid, kid)
  })

  test('an application without a key of the algorithm signs nothing with it', async () => {
    const { core } = running()
    const other = await createApplication(core, { id: 'keyless', rpId: 'localhost', origins: [origin] })
    const prepareOther = async () => core.tokens.prepareFor(other, 'RS256')
    await assert.rejects(prepareOther, /no signing key for RS256/)
  })
})
