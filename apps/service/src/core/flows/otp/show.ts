import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import { makeCode } from '../../model/codes/create.ts'
import { offeredMethods } from '../../model/codes/offered.ts'
import { createEvent } from '../../model/events/create-event.ts'
import type { TokenHolder } from '../../ports/tokens.ts'

/**
 * A code to show to somebody who is signed in, for another device of theirs. What it earns ends with the passkey that
 * signed them in here, and where a code did, with the token that the code earned: codes cannot hand a sign-in on for ever.
 * @throws AppError forbidden: the application shows no codes, or the grant is for a name that nobody has
 */
export async function showCode(core: Core, holder: TokenHolder): Promise<{ digits: string; expiresAt: number }> {
  const { application, userId, tokenEpoch, passkeyId: shownBy, earnedByCodeUntil: until } = holder
  if (!offeredMethods(application).includes('device'))
    throw forbidden("This application doesn't offer cross-device codes")
  if (userId === undefined) throw forbidden('No user has signed up with this username yet')
  const about = { appId: application.id, account: userId, userId, tokenEpoch } as const
  const origin = { purpose: 'sign-in', method: 'device', address: undefined, shownBy, until } as const
  const created = makeCode(core, application, { ...about, ...origin })
  const code = { ...created.code, expiresAt: Math.min(created.code.expiresAt, until ?? Number.POSITIVE_INFINITY) }
  const event = createEvent(core, application, { type: 'fido2.otp.shown', userId, passkeyId: shownBy })
  if (!(await core.store.codes.put(code, [event]))) throw forbidden('The user no longer exists')
  return { digits: created.text, expiresAt: code.expiresAt }
}
