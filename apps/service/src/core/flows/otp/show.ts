import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import { listOfferedMethods } from '../../model/codes/offered.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import { createCode } from '../../use-cases/codes/create.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'

/**
 * Creates a code that a signed-in user reads on one device and types on another. What it earns depends on the passkey
 * of this sign-in; after a sign-in by code it expires with this token, so codes can't extend a sign-in forever.
 * @throws AppError forbidden: the application doesn't offer cross-device codes, or the grant is for an unknown username
 */
export async function showCode(core: Core, holder: TokenHolder): Promise<{ digits: string; expiresAt: number }> {
  const { application, userId, tokenEpoch, passkeyId: shownBy, earnedByCodeUntil: until } = holder
  if (!listOfferedMethods(application).includes('device'))
    throw forbidden("This application doesn't offer cross-device codes")
  if (userId === undefined) throw forbidden('No user has signed up with this username yet')
  const about = { appId: application.id, account: userId, userId, tokenEpoch } as const
  const origin = { purpose: 'sign-in', method: 'device', address: undefined, shownBy, until } as const
  const created = createCode(core, application, { ...about, ...origin })
  const code = { ...created.code, expiresAt: Math.min(created.code.expiresAt, until ?? Number.POSITIVE_INFINITY) }
  const event = createEvent(core, application, { type: 'fido2.otp.shown', userId, passkeyId: shownBy })
  if (await core.store.commit([{ putCode: code }, { append: event }])) throw forbidden('The user no longer exists')
  return { digits: created.text, expiresAt: code.expiresAt }
}
