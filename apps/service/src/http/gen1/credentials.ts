import type { credentialRoutes } from '@thumbturn/contract/gen1/credentials.ts'
import { toAssertedHolder } from '../../core/flows/credentials/backend-assertion.ts'
import { createRecoveryCode, startTotp } from '../../core/flows/credentials/create.ts'
import { listCredentials, renameCredential, revokeCredential } from '../../core/flows/credentials/manage.ts'
import { findTargetUser, resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { useCredential, verifyCredential } from '../../core/flows/credentials/verify.ts'
import { startRegistration } from '../../core/flows/registration/start.ts'
import type { Credential } from '../../core/model/credentials/credential.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { Call, HandlersOf, ServiceCall } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { attestationInit } from './attestation.ts'
import { toCredentialResponse } from './authenticated.ts'
import { resolveOwner, toUserReference, type UserFields } from './owner.ts'
import { registration } from './registration.ts'

const toResponse = ({ id: uuid, type, status, name, createdAt, updatedAt }: Credential) => ({
  uuid,
  type,
  status,
  name,
  created_at: timestamp(createdAt),
  updated_at: timestamp(updatedAt),
})

async function list(call: ServiceCall, { status, ...named }: UserFields & { status?: string }) {
  const { user } = await resolveOwner(call, named)
  const all = await listCredentials(call.core, user)
  return { user_id: user.id, credentials: all.filter((one) => (status ?? one.status) === one.status).map(toResponse) }
}

type ForcedRegistrationInput = {
  options?: { display_name?: string; override_name?: string; roaming_authenticator?: boolean }
  allowedByCode?: string
}

/** Starts adding a passkey to a user that the backend asserts, directly or by authorizing a code. */
export async function startForcedRegistration(
  { core, userAgent }: Call,
  { backend, ...target }: Awaited<ReturnType<typeof resolveOwner>>,
  { options = {}, allowedByCode }: ForcedRegistrationInput,
) {
  const { username, usernameType } = target.user
  const started = await startRegistration(core, {
    application: backend.application,
    holder: toAssertedHolder(backend, username, target),
    username,
    usernameType,
    displayName: options.display_name,
    conditionalCreate: false,
    securityKey: options.roaming_authenticator ?? false,
    device: await recognizeDevice(core, { userAgent }),
    sessionAsChallenge: true,
    allowedByCode,
  })
  return attestationInit(started, options.override_name)
}

export const credentials = {
  credentialsOf: ({ query }, call) => list(call, query),
  credentialsList: ({ body }, call) => list(call, body),

  async credentialRename({ body: { credential, ...named } }, call) {
    const { uuid: id, name } = credential
    const { backend, user } = await resolveOwner(call, named)
    return { user_id: user.id, credential: toResponse(await renameCredential(call.core, { backend, user, id }, name)) }
  },

  async credentialRevoke({ body: { credential, ...named } }, call) {
    const { backend, user } = await resolveOwner(call, named)
    const revoked = await revokeCredential(call.core, { backend, user, id: credential.uuid })
    return { user_id: user.id, credential: toResponse(revoked) }
  },

  async recoveryCode({ body }, call) {
    const { code, createdAt } = await createRecoveryCode(call.core, await resolveOwner(call, body))
    return { code, created_at: timestamp(createdAt) }
  },

  async fido2InitForce({ body: { options, ...named } }, call) {
    return startForcedRegistration(call, await resolveOwner(call, named), { options })
  },

  fido2Complete: registration.registerFido2Complete,

  async totpInitForce({ body }, call) {
    const { id, secret, uri } = await startTotp(call.core, await resolveOwner(call, body))
    return { credential_uuid: id, otpauth_uri: uri, secret }
  },

  async totpComplete({ body }, { core, application }) {
    const { credential_uuid: id, otp: submitted, no_jwt } = body
    const target = await findTargetUser(core, application.id, toUserReference(body))
    const proof = await verifyCredential(core, { application, target, type: 'totp', submitted, id })
    const prepared = await core.tokens.prepare(application)
    const { user, use } = await useCredential(core, proof)
    return toCredentialResponse({ prepared, application, user, credential: use.credential }, no_jwt)
  },

  async authenticateTotp({ body: { username, otp: submitted, no_jwt } }, { core, caller: token, application }) {
    const target = await resolveTargetUser(core, token, { username })
    const proof = await verifyCredential(core, { application, target, type: 'totp', submitted })
    const prepared = await core.tokens.prepare(application)
    const { user, use } = await useCredential(core, proof)
    return toCredentialResponse({ prepared, application, user, credential: use.credential }, no_jwt)
  },
} satisfies HandlersOf<typeof credentialRoutes>
