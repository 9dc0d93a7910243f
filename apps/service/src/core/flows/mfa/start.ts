import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { readMfaPolicy } from '../../model/applications/mfa-policy.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import type { User } from '../../model/users/user.ts'
import { requireVisibleCharacters } from '../../model/users/username.ts'
import { toFlowApplication } from '../open-flow.ts'
import { findAccountByName, listFactors } from './account.ts'
import { type MfaFlow, renewStep } from './flow.ts'
import { listNextFactors } from './next.ts'
import { type MfaNext, offer } from './offer.ts'
import { toFlowPayload } from './payload.ts'

/** With an empty username, any discoverable passkey can start the flow. */
export type MfaRequest = {
  application: Application
  username: string
  usernameType: UsernameType
  displayName: string | undefined
  payload: string | undefined
  /** The browser can show a payment. */
  paymentConfirmation?: boolean | undefined
  traceId: string | undefined
  device: FlowDevice
}

/**
 * Starts an MFA flow without writing anything. If enumeration is strict or the application doesn't allow sign-ups, an
 * unknown username starts like a known one; the difference shows only after a factor is verified.
 * @throws AppError bad_request: the payload is too long, a new user can't have the username, or no flow can start
 * without one
 */
export async function startMfa(core: Core, request: MfaRequest): Promise<MfaNext> {
  const { application } = request
  const policy = readMfaPolicy(application)
  const username = request.username.trim()
  const account = username === '' ? undefined : await findAccountByName(core, application.id, username)
  const isNew = account !== undefined && account.user === undefined
  const strict = application.settings.enumeration === 'strict'
  const disguised = strict || (isNew && policy.signUp.length === 0)
  const kind = isNew && !disguised ? 'signUp' : 'signIn'
  if (kind === 'signUp') requireVisibleCharacters(username)
  const available = disguised && account ? [] : await listFactors(core, { application, username, account })
  const offered = listNextFactors({ policy, kind, done: [], available })
  if (!account && !offered.every((factor) => available.includes(factor)))
    throw badRequest('username is required: no flow of this application starts with a passkey')
  const flow = createFlow(core, { ...request, username }, account?.user)
  return offer(core, { application, flow: { ...flow, disguised, offered }, account })
}

function createFlow(core: Core, request: MfaRequest, owner: User | undefined): MfaFlow {
  const { application, username, usernameType, displayName, payload, paymentConfirmation, traceId, device } = request
  const startedAt = core.now()
  const endsAt = startedAt + application.settings.mfaFlowSeconds * 1000
  // The username as the caller wrote it, even for a known user: the stored one would change the session's length. The
  // first verified factor replaces it.
  const user = {
    id: owner?.id ?? core.random.uuid(),
    username,
    usernameType,
    displayName: displayName || username,
    isNew: owner === undefined,
    epoch: sealEpoch(owner?.tokenEpoch),
  }
  const flowId = core.random.uuid()
  return renewStep(core, application, {
    purpose: 'mfa',
    id: core.random.timeId(),
    flowId,
    traceId: traceId || flowId,
    ...toFlowApplication(application),
    startedAt,
    endsAt,
    expiresAt: endsAt,
    challenge: core.random.text(32),
    user: username === '' ? undefined : user,
    disguised: false,
    done: [],
    offered: [],
    ...toFlowPayload(application, { payload, paymentConfirmation }),
    ...device,
  })
}
