import type { Core } from '../../core.ts'
import type { RefreshFamily } from '../../model/mfa/record.ts'
import type { ExtraClaims } from '../../ports/tokens.ts'
import { toAuthenticationMethods } from './amr.ts'
import { rejectSession } from './flow.ts'
import { issueSessionTokens, type SessionTokens } from './session-tokens.ts'
import { createStatement } from './statement.ts'
import type { MfaCompleted } from './step.ts'

/**
 * What a completed flow returns: its statement as base64 of JSON, the signed statement, and the tokens of the sign-in.
 */
export type MfaTokens = SessionTokens & { payload: string; payloadSignature: string }

/** What passkeys signed in the flow, under the names that the API gives it in the statement and in the access token. */
export type SignedContent = {
  contentSignatures: readonly Readonly<Record<string, string>>[]
  transactionClaims: ExtraClaims | undefined
}

/**
 * Issues the tokens. If refresh tokens can be exchanged, the ID of the latest one is stored.
 * @throws AppError unauthorized: the user was deleted while the flow was completed
 */
export async function issueMfaTokens(
  core: Core,
  completed: MfaCompleted,
  { contentSignatures, transactionClaims }: SignedContent,
): Promise<MfaTokens> {
  const { application, user } = completed
  const { settings } = application
  const statement = createStatement(completed, contentSignatures)
  const family = createFamily(core, completed)
  const latest = core.random.uuid()
  if (settings.refreshTokens && (await core.store.commit([{ addRefreshFamily: { ...family, latest } }])))
    throw rejectSession('the user no longer exists')
  const claims = { tokenType: 'mfaPayload', sub: user.id, ...statement } as const
  return {
    payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
    payloadSignature: await core.tokens.sign(application, claims, settings.idTokenSeconds),
    ...(await issueSessionTokens(core, { application, user, family, latest }, transactionClaims)),
  }
}

/** A refresh token that can't be exchanged expires with its access token, so no signing key is kept for it. */
function createFamily({ random, now }: Core, { application, flow, user, passkey }: MfaCompleted): RefreshFamily {
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
