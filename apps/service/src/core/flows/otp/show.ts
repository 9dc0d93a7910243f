import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import { makeCode } from '../../model/codes/make.ts'
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
  const how = { purpose: 'sign-in', method: 'device', address: undefined, shownBy, until } as const
  const made = makeCode(core, application, { ...about, ...how })
  const code = { ...made.code, expiresAt: Math.min(made.code.expiresAt, until ?? Number.POSITIVE_INFINITY) }
  const shown = createEvent(core, application, { type: 'fido2.otp.shown', userId, passkeyId: shownBy })
  if (!(await core.store.codes.put(code, [shown]))) throw forbidden('The user no longer exists')
  return { digits: made.text, expiresAt: code.expiresAt }
}
