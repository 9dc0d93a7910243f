import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { signClientTokens } from '@thumbturn/service-harness/client-tokens.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { StatementClaims, TokenClaims } from '../../../src/core/ports/tokens.ts'

type Kind = 'jwtAccess' | 'grant' | StatementClaims['tokenType'] | 'client idToken' | 'client access' | 'none'

/** Each verifier of the service, and the kinds that it accepts. */
const verifiers: [name: string, accepted: readonly Kind[], (service: Service, token: string) => unknown][] = [
  ['verify', ['jwtAccess', 'grant'], ({ core, application }, token) => core.tokens.verify(application, token)],
  ...(['idToken', 'refreshToken', 'externalAuth', 'mfaPayload'] as const).map((kind): (typeof verifiers)[number] => [
    `verifyStatement ${kind}`,
    [kind],
    ({ core, application }, token) => core.tokens.verifyStatement(application, kind, token),
  ]),
  [
    'verifyClientAccess',
    ['client access'],
    ({ core, application }, token) => core.tokens.verifyClientAccess(application, token, 'any'),
  ],
  [
    'POST /mgmt/token/verify',
    ['jwtAccess'],
    async (service, jwtAccess) => {
      const { text: token } = await apiKey(service)
      const response = await service.post('/mgmt/token/verify', { jwtAccess }, { token })
      if (response.status !== 204) throw Object.assign(new Error(response.text), readBody<object>(response, 401))
    },
  ],
  ['verifyHint', ['client idToken'], ({ core, application }, token) => core.tokens.verifyHint(application, token)],
]

/** The routes' guards are tested with the same tokens for clients in authorization.test.ts. */
anyEngine('kinds of tokens', (fresh) => {
  const running = useService(fresh)
  const tokens: { kind: Kind; what: string; text: string }[] = []

  before(async () => {
    const { core, application } = running()
    const user = await signUpUser(running())
    const common = { sub: user.userId, username: user.username }
    const access = { ...common, scopes: [], credID: user.passkeyId }
    const ours: (TokenClaims | StatementClaims)[] = [
      { tokenType: 'jwtAccess', ...access },
      { tokenType: 'grant', ...access },
      { tokenType: 'idToken', ...common, name: 'Ada', auth_time: 1, amr: [], acr: 'phr' },
      { tokenType: 'refreshToken', ...common, fid: 'family', rid: 'latest' },
      { tokenType: 'externalAuth', ...common },
      // A payload of a flow is chosen by a caller.
      { ...{ tokenType: 'mfaPayload', sub: user.userId, client_id: 'demo', scope: 'openid', auth_time: 1 } },
    ]
    for (const claims of ours) {
      const kind = claims.tokenType
      tokens.push({ kind, what: kind, text: await core.tokens.sign(application, claims, 600) })
    }
    for (const { kind, what, text } of await signClientTokens(running(), user)) {
      const accepted = kind === 'idToken' || kind === 'access' ? (`client ${kind}` as const) : 'none'
      tokens.push({ kind: accepted, what: `client ${what}`, text })
    }
  })

  for (const [name, accepted, verify] of verifiers) {
    test(`${name} accepts ${accepted.join(' and ')} and no other kind`, async () => {
      const outcomes = await Promise.all(
        tokens.map(async ({ kind, what, text }) => {
          const outcome = await Promise.try(verify, running(), text).then(
            () => 'accepted',
            (error: { code?: string; msgCode?: string }) => error.code ?? error.msgCode,
          )
          return { what, kind, outcome }
        }),
      )
      for (const { what, kind, outcome } of outcomes)
        assert.equal(outcome, accepted.includes(kind) ? 'accepted' : 'unauthorized', what)
      assert.equal(outcomes.length, 14)
    })
  }
})
