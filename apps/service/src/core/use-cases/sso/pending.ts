import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { OpenIdBinding } from '../../ports/openid.ts'

/** The purpose of the visit to the provider: a session, a confirmation of its session, or another way to sign in. */
export type SsoPurpose = 'signIn' | 'confirm' | 'link'

/** A sign-in at a provider that has started. Only the browser keeps it, encrypted in a cookie. */
export type PendingSso = OpenIdBinding & {
  providerId: string
  purpose: SsoPurpose
  /** The session of a confirmation or a link. */
  sessionId: string | undefined
  startedAt: number
}

/** How long a user can take at the provider. */
export const pendingSeconds = 10 * 60

const sealedAs = 'single sign-on in progress'

type Start = Pick<PendingSso, 'providerId' | 'purpose' | 'sessionId'>

export function createPending({ random, now }: Core, start: Start): PendingSso {
  const [state, nonce, verifier] = [random.text(32), random.text(32), random.text(32)]
  return { ...start, state, nonce, verifier, startedAt: now() }
}

export const sealPending = ({ secretBox }: Core, pending: PendingSso): string =>
  secretBox.seal(sealedAs, JSON.stringify(pending))

const expired = (reason: unknown) =>
  new AppError('sso_expired', 'This sign-in was not started in this browser, has expired, or was used: start again', {
    cause: reason,
  })

/** The error of a sign-in that was completed before. */
export const pendingUsed = () => expired('it was used')

/**
 * The sign-in that this browser started at the provider, if the response in `parameters` belongs to it.
 * @throws AppError sso_expired
 */
export function openPending(
  core: Core,
  { sealed, providerId, parameters }: { sealed: string | undefined; providerId: string; parameters: string },
): PendingSso {
  const pending = readPending(core, sealed)
  if (pending.startedAt + pendingSeconds * 1000 <= core.now()) throw expired('it took too long')
  if (pending.providerId !== providerId) throw expired('it was started with another provider')
  const states = new URLSearchParams(parameters).getAll('state')
  if (states.length !== 1 || states[0] !== pending.state) throw expired('the state is of another sign-in')
  return pending
}

function readPending({ secretBox }: Core, sealed: string | undefined): PendingSso {
  if (sealed === undefined) throw expired('there is no cookie')
  try {
    return JSON.parse(secretBox.open(sealedAs, sealed)) as PendingSso
  } catch (error) {
    throw expired(error)
  }
}
