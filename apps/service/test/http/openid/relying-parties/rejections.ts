import assert from 'node:assert/strict'
import { api, redirectUri } from './clients.ts'
import { join, offline, type Scenario, type Stage, signIn, visit } from './scenarios.ts'

/** An error of a provider, as both libraries throw it. */
type OauthError = Error & { code?: string; error?: string; status?: number }

/** Asserts that the provider rejects what is tried: the comparison of the responses says how. */
async function assertRejected(attempt: Promise<unknown>) {
  await assert.rejects(attempt, (error: OauthError) =>
    /^OAUTH_(RESPONSE_BODY|WWW|AUTHORIZATION)/.test(error.code ?? ''),
  )
}

/** Lets an attempt succeed or be rejected, where the providers differ. */
const settle = (attempt: Promise<unknown>) => attempt.catch(() => undefined)

/** Opens an authorization request that the provider rejects, where that leads to. */
async function openRejected(stage: Stage, parameters: Record<string, string>) {
  const party = await join(stage, 'basic')
  const { address } = await party.startSignIn(parameters)
  const { url } = await visit(stage, address)
  assert.equal(url.searchParams.get('code'), null)
}

/** Parameters of authorization requests that both providers reject. */
const wrongRequests: Readonly<Record<string, Record<string, string>>> = {
  'an unknown client': { client_id: 'unknown' },
  'another redirect URI': { redirect_uri: 'https://client.example.com/other' },
  'a redirect URI with a query that was not registered': { redirect_uri: `${redirectUri}?a=b` },
  'no redirect URI': { redirect_uri: '' },
  'no response_type': { response_type: '' },
  'an unknown response_type': { response_type: 'magic' },
  'the implicit flow': { response_type: 'id_token' },
  'an unknown response_mode': { response_mode: 'magic' },
  'a request object': { request: 'eyJhbGciOiJub25lIn0.e30.' },
  'a request_uri that was never pushed': { request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
  'a request_uri of another host': { request_uri: 'https://client.example.com/request' },
  'no code challenge': { code_challenge: '', code_challenge_method: '' },
  'a plain code challenge': { code_challenge_method: 'plain' },
  'a code challenge that is too short': { code_challenge: 'short' },
  'no user who is signed in': { prompt: 'none' },
  'contradictory prompts': { prompt: 'none login' },
  'an unknown prompt': { prompt: 'magic' },
  'a max_age that is no number': { max_age: 'soon' },
  'claims that are no JSON': { claims: 'magic' },
  'an unknown resource': { resource: 'https://other.example.com' },
  'a max_age below zero': { max_age: '-1' },
  'claims that are no object': { claims: '[]' },
  'an id_token_hint that is no token': { id_token_hint: 'magic' },
}

const rejectedRequests = Object.fromEntries(
  Object.entries(wrongRequests).map(([name, parameters]): [string, Scenario] => [
    `a request with ${name}`,
    (stage) => openRejected(stage, parameters),
  ]),
)

/** Attempts that providers reject. */
export const rejections: Readonly<Record<string, Scenario>> = {
  ...rejectedRequests,

  async 'a parameter twice'(stage) {
    const { address } = await (await join(stage, 'basic')).startSignIn()
    address.searchParams.append('scope', 'openid')
    await visit(stage, address)
  },

  async 'a pushed request twice'(stage) {
    const { address } = await (await join(stage, 'pushing')).startSignIn()
    await visit(stage, address)
    await visit(stage, address)
  },

  async 'a pushed request of another client'(stage) {
    const { address } = await (await join(stage, 'pushing')).startSignIn()
    address.searchParams.set('client_id', 'basic')
    await visit(stage, address)
  },

  async 'contradictory prompts of a user who is signed in'(stage) {
    const party = await join(stage, 'basic')
    await signIn(stage, party, { scope: 'openid' })
    await openRejected(stage, { scope: 'openid', prompt: 'none consent' })
  },

  async 'an essential acr that the user can’t reach'(stage) {
    await signIn(stage, await join(stage, 'basic'), { scope: 'openid' })
    const claims = '{"id_token":{"acr":{"essential":true,"values":["magic"]}}}'
    await openRejected(stage, { claims, prompt: 'none' })
  },

  async 'an ID token about another user'(stage) {
    await signIn(stage, await join(stage, 'basic'), { scope: 'openid' })
    const claims = '{"id_token":{"sub":{"value":"another"}}}'
    await openRejected(stage, { claims, prompt: 'none' })
  },

  async 'a sign-out that leads to another address'(stage) {
    const party = await join(stage, 'basic')
    const { id_token } = await signIn(stage, party)
    for (const post_logout_redirect_uri of ['https://client.example.com/other', 'https://evil.example'])
      await visit(
        stage,
        party.createSignOutAddress({ id_token_hint: id_token!, post_logout_redirect_uri }),
        'end_session',
      )
  },

  async 'a wrong secret in the header'(stage) {
    const { refresh_token } = await signIn(stage, await join(stage, 'basic'))
    await assertRejected((await join(stage, 'basic', 'wrong')).refresh(refresh_token!))
  },

  async 'a wrong secret in the form'(stage) {
    await assertRejected((await join(stage, 'post', 'wrong')).refresh('unknown'))
  },

  async 'a code twice, which revokes its refresh token'(stage) {
    const party = await join(stage, 'basic')
    const { address, complete } = await party.startSignIn(offline)
    const { url } = await visit(stage, address)
    const { refresh_token } = await complete(url)
    await assertRejected(complete(url))
    await assertRejected(party.refresh(refresh_token!))
  },

  async 'a wrong code verifier'(stage) {
    const { address, complete } = await (await join(stage, 'page')).startSignIn({}, { wrongVerifier: true })
    await assertRejected(complete((await visit(stage, address)).url))
  },

  async 'a refresh token of another client'(stage) {
    const { refresh_token } = await signIn(stage, await join(stage, 'basic'))
    await assertRejected((await join(stage, 'post')).refresh(refresh_token!))
  },

  async 'more scopes after a refresh'(stage) {
    const party = await join(stage, 'basic')
    const { refresh_token } = await signIn(stage, party)
    await assertRejected(party.refresh(refresh_token!, { scope: 'openid email' }))
  },

  async 'an unknown refresh token'(stage) {
    await assertRejected((await join(stage, 'basic')).refresh('unknown'))
  },

  async 'a grant that the client does not have'(stage) {
    await assertRejected((await join(stage, 'basic')).requestMachineToken())
    await assertRejected((await join(stage, 'machine')).refresh('unknown'))
  },

  async 'a scope that the machine does not have'(stage) {
    await settle((await join(stage, 'machine')).requestMachineToken({ scope: 'read magic', resource: api }))
  },

  async 'userinfo with an unknown token, a revoked one, and one for another API'(stage) {
    const party = await join(stage, 'basic')
    const { access_token } = await signIn(stage, party)
    await party.revoke(access_token)
    const machine = await join(stage, 'machine')
    const other = await machine.requestMachineToken({ scope: 'read', resource: api })
    for (const token of ['unknown', access_token, other.access_token])
      await assertRejected(party.readUserinfo(token, stage.user.sub))
  },

  async 'introspection by a client without a secret, and of a token of another client'(stage) {
    const { access_token } = await signIn(stage, await join(stage, 'basic'))
    await settle((await join(stage, 'page')).introspect(access_token))
    assert.deepEqual(await (await join(stage, 'post')).introspect(access_token), { active: false })
  },

  async 'a request that was not pushed, of a client that must push it'(stage) {
    const { address } = await (await join(stage, 'basic')).startSignIn({ client_id: 'pushing' })
    assert.equal((await visit(stage, address)).url.searchParams.get('code'), null)
  },

  async 'a pushed request with another redirect URI'(stage) {
    await assertRejected(
      (await join(stage, 'pushing')).startSignIn({ redirect_uri: 'https://client.example.com/other' }),
    )
  },
}
