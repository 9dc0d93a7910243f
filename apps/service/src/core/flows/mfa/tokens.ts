import type { Core } from '../../core.ts'
import type { RefreshFamily } from '../../model/mfa/record.ts'
import type { Write } from '../../writes.ts'
import { toAuthenticationMethods } from './amr.ts'
import type { SignedContent } from './content.ts'
import type { MfaCompletion, MfaTokens } from './outcome.ts'
import { issueSessionTokens } from './session-tokens.ts'
import { createStatement } from './statement.ts'

/** Issues the tokens. If refresh tokens can be exchanged, the batch of the last factor stores the ID of the latest one. */
export async function issueMfaTokens(
  core: Core,
  completed: Omit<MfaCompletion, 'outcome' | 'kind' | 'tokens'>,
  { contentSignatures, transactionClaims }: SignedContent,
): Promise<{ tokens: MfaTokens; writes: readonly Write[] }> {
  const { application, user } = completed
  const { settings } = application
  const statement = createStatement(completed, contentSignatures)
  const family = createFamily(core, completed)
  const latest = core.random.uuid()
  const claims = { tokenType: 'mfaPayload', sub: user.id, ...statement } as const
  const tokens = {
    payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
    payloadSignature: await core.tokens.sign(application, claims, settings.idTokenSeconds),
    ...(await issueSessionTokens(core, { application, user, family, latest }, transactionClaims)),
  }
  return { tokens, writes: settings.refreshTokens ? [{ addRefreshFamily: { ...family, latest } }] : [] }
}

/** A refresh token that can't be exchanged expires with its access token, so no signing key is kept for it. */
function createFamily(
  { random, now }: Core,
  { application, flow, user, passkey }: Pick<MfaCompletion, 'application' | 'flow' | 'user' | 'passkey'>,
): RefreshFamily {
  const at = now()
  const { refreshTokens, refreshTokenSeconds, accessTokenSeconds } = application.settings
  const seconds = refreshTokens ? refreshTokenSeconds : accessTokenSeconds
  return {
    appId: application.id,
    id: random.uuid(),
    userId: user.id,
    tokenEpoch: user.tokenEpoch,
    passkeyId: passkey?.id,
    amr: toAuthenticationMethods(flow.done),
    signedInAt: at,
    expiresAt: at + seconds * 1000,
    revokedAt: undefined,
  }
}
