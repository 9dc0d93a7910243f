import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { MemberSession } from '../../model/members/session.ts'
import { findEnforcedProvider } from '../members/enforced-sso.ts'
import { toOpenIdClient } from './client.ts'
import { requireProvider } from './manage.ts'
import { createPending, type PendingSso, sealPending } from './pending.ts'

/** Where the browser goes, and what it keeps until it comes back. */
export type StartedSso = { url: string; sealed: string }

/** How a visitor chooses a provider: directly, or by the domain of their email address. */
export type ProviderChoice = { provider?: string | undefined; email?: string | undefined }

/**
 * Starts a sign-in at a provider; writes nothing.
 * @throws AppError not_found · Outage: the provider is unavailable
 */
export async function startSignIn(core: Core, choice: ProviderChoice, ownOrigin: string): Promise<StartedSso> {
  const providerId = choice.provider ?? (await findByEmail(core, choice.email ?? ''))
  const pending = createPending(core, { providerId, purpose: 'signIn', sessionId: undefined })
  return start(core, pending, { ownOrigin, emailHint: choice.email })
}

async function findByEmail(core: Core, email: string): Promise<string> {
  const provider = await findEnforcedProvider(core, email.trim())
  if (!provider) throw notFound('No single sign-on provider is set up for this domain')
  return provider.id
}

type Reason = { purpose: 'confirm' | 'link'; providerId: string; session: MemberSession }

/**
 * Starts a confirmation of a session at its provider, where the member authenticates again, or links a provider.
 * @throws AppError not_found · Outage: the provider is unavailable
 */
export const startForSession = (core: Core, { session, ...reason }: Reason, ownOrigin: string): Promise<StartedSso> =>
  start(core, createPending(core, { ...reason, sessionId: session.id }), { ownOrigin, emailHint: undefined })

type Start = { ownOrigin: string; emailHint: string | undefined }

async function start(core: Core, pending: PendingSso, { ownOrigin, emailHint }: Start): Promise<StartedSso> {
  const client = toOpenIdClient(core, await requireProvider(core, pending.providerId), ownOrigin)
  const reauthenticates = pending.purpose === 'confirm'
  const url = await core.openId.createAuthorizationUrl(client, { ...pending, reauthenticates, emailHint })
  return { url, sealed: sealPending(core, pending) }
}
