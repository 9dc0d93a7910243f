import assert from 'node:assert/strict'
import { afterSignOut, api, type ClientName, clients } from './clients.ts'
import type { SuiteProvider, SuiteUser } from './provider.ts'
import type { Recorder } from './recorder.ts'
import type { Connect, IssuedTokens, RelyingParty } from './relying-party.ts'

/** A scenario runs with one library, at one provider, as one user with one browser. */
export type Stage = {
  provider: SuiteProvider
  user: SuiteUser
  connect: Connect
  recorder: Recorder
  browser: ReturnType<SuiteProvider['createBrowser']>
}

export type Scenario = (stage: Stage) => Promise<void>

/** With consent, which the standard requires for access without the user (OpenID Connect Core 1.0 §11). */
export const offline = { scope: 'openid profile offline_access', prompt: 'consent' }

export const join = ({ connect, provider: { issuer }, recorder }: Stage, name: ClientName, secret?: string) =>
  connect({ issuer, client: clients[name], recorder, ...(secret !== undefined && { secret }) })

/** Opens the address of a sign-in, and returns where it leads. */
export async function visit({ browser, recorder }: Stage, address: URL, endpoint = 'authorization') {
  const page = await browser.open(address)
  recorder.observeBrowser(endpoint, page)
  return page
}

/** Signs the user in to a client. */
export async function signIn(stage: Stage, party: RelyingParty, parameters: Record<string, string> = offline) {
  const started = await party.startSignIn(parameters)
  return started.complete((await visit(stage, started.address)).url)
}

/** Signs in, refreshes, and reads the claims of the user. */
const signInWith =
  (name: ClientName): Scenario =>
  async (stage) => {
    const party = await join(stage, name)
    const tokens = await signIn(stage, party)
    await readUser(stage, { party, tokens })
    const refreshed = await party.refresh(tokens.refresh_token!)
    await readUser(stage, { party, tokens: refreshed })
  }

async function readUser({ user }: Stage, { party, tokens }: { party: RelyingParty; tokens: IssuedTokens }) {
  const claims = await party.readUserinfo(tokens.access_token, user.sub)
  assert.equal(claims.preferred_username, user.username)
}

/** Attempts of relying parties that succeed. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'client_secret_basic with special characters, and RS256': signInWith('basic'),
  'client_secret_post, and ES256': signInWith('post'),
  private_key_jwt: signInWith('assertion'),
  'a public client, whose refresh token is replaced': signInWith('page'),
  'a pushed authorization request': signInWith('pushing'),
  'tokens that are bound by DPoP': signInWith('bound'),
  'signed userinfo': signInWith('signed'),

  async 'a second sign-in in the same browser, without a page'(stage) {
    const party = await join(stage, 'basic')
    await signIn(stage, party)
    await signIn(stage, party, { scope: 'openid', prompt: 'none' })
  },

  async 'a sign-in that must be new, and its time'(stage) {
    const party = await join(stage, 'basic')
    await signIn(stage, party, { scope: 'openid', max_age: '0' })
    await signIn(stage, party, { scope: 'openid', prompt: 'login', claims: '{"id_token":{"auth_time":null}}' })
  },

  async 'a client that sends no code challenge'(stage) {
    const party = await join(stage, 'old')
    await signIn(stage, party, { scope: 'openid profile email' })
  },

  async 'a form, as browsers post it from other sites'(stage) {
    const { address } = await (await join(stage, 'basic')).startSignIn()
    const page = await stage.browser.open(new URL(address.pathname, address), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: address.searchParams.toString(),
    })
    stage.recorder.observeBrowser('authorization', page)
    assert.ok(page.url.searchParams.get('code'))
  },

  async 'fewer scopes after a refresh'(stage) {
    const party = await join(stage, 'basic')
    const { refresh_token } = await signIn(stage, party)
    const { scope } = await party.refresh(refresh_token!, { scope: 'openid' })
    assert.equal(scope, 'openid')
  },

  async 'an access token for an API'(stage) {
    const party = await join(stage, 'program')
    const { scope } = await signIn(stage, party, { scope: 'openid read', resource: api })
    assert.match(scope!, /\bread$/)
  },

  async 'scopes that the provider does not know'(stage) {
    const party = await join(stage, 'basic')
    await signIn(stage, party, { scope: 'openid magic' })
  },

  async 'a machine'(stage) {
    const { scope } = await (await join(stage, 'machine')).requestMachineToken({ scope: 'read', resource: api })
    assert.equal(scope, 'read')
  },

  async 'introspection and revocation'(stage) {
    const party = await join(stage, 'basic')
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { [kind]: token = '' } = await signIn(stage, party)
      assert.equal((await party.introspect(token)).active, true)
      await party.revoke(token)
      assert.deepEqual(await party.introspect(token), { active: false })
    }
    await party.revoke('unknown')
  },

  async 'a sign-out by an ID token'(stage) {
    const party = await join(stage, 'basic')
    const { id_token } = await signIn(stage, party)
    const parameters = { id_token_hint: id_token!, post_logout_redirect_uri: afterSignOut, state: 'a state' }
    const { url } = await visit(stage, party.createSignOutAddress(parameters), 'end_session')
    assert.equal(url.href, `${afterSignOut}?state=a+state`)
    const { address } = await party.startSignIn({ prompt: 'none' })
    assert.equal((await visit(stage, address)).url.searchParams.get('error'), 'login_required')
  },

  async 'a sign-out by the ID of the client, to which the user agrees'(stage) {
    const party = await join(stage, 'basic')
    await signIn(stage, party)
    const { url } = await visit(
      stage,
      party.createSignOutAddress({ post_logout_redirect_uri: afterSignOut }),
      'end_session',
    )
    assert.equal(url.href, afterSignOut)
  },
}
