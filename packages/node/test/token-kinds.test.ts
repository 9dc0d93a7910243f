import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signClientTokens } from '@thumbturn/service-harness/client-tokens.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { catchError, useTestService } from './service.ts'

const running = useTestService()

for (const type of ['jwtAccess', 'idToken', 'mfaPayload'] as const) {
  test(`no token that is signed for an OpenID client is accepted as ${type}`, async () => {
    const user = await signUpUser(running())
    const thumbturn = running().client()
    for (const { what, text } of await signClientTokens(running(), user)) {
      const expected = what.endsWith('RS256') ? 'token_wrong_algorithm' : 'token_wrong_type'
      assert.equal((await catchError(thumbturn.verifyToken(text, { type }))).code, expected, what)
    }
  })
}
