import type { passwordRoutes } from '@thumbturn/contract/gen1/passwords.ts'
import type { Core } from '../../core/core.ts'
import { findAuthorizedCode } from '../../core/flows/credentials/access-codes.ts'
import { requireNewUser } from '../../core/flows/credentials/backend-assertion.ts'
import {
  type CredentialOwner,
  createPassword,
  type NewPassword,
  resetPassword,
} from '../../core/flows/credentials/create.ts'
import { listCredentials } from '../../core/flows/credentials/manage.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { useCredential, verifyCredential } from '../../core/flows/credentials/verify.ts'
import type { AccessCodeType } from '../../core/model/access-codes/access-code.ts'
import { createNewUser } from '../../core/use-cases/users/create.ts'
import type { Call, HandlersOf, ServiceCall } from '../call.ts'
import { toCredentialResponse } from './authenticated.ts'
import { resolveOwner } from './owner.ts'

type PasswordFields = { password: string; password_confirmation: string }
type UserFields = { username?: string; user_id?: string; no_jwt?: boolean }

type PasswordReplacement = {
  body: UserFields
  type: 'password' | 'recovery_code'
  submitted: string
  chosen: NewPassword
}

/** The verified credential is used up in the batch that sets the new password. */
async function replacePassword(
  { core, caller: backend, application }: ServiceCall,
  { body, type, submitted, chosen: newPassword }: PasswordReplacement,
) {
  const target = await resolveTargetUser(core, backend, { username: body.username, userId: body.user_id })
  const proof = await verifyCredential(core, { application, target, type, submitted })
  const owner = { backend, user: proof.user, replaced: proof }
  const prepared = await core.tokens.prepare(application)
  const result =
    type === 'recovery_code'
      ? await resetPassword(core, owner, newPassword)
      : await changePassword(core, owner, newPassword)
  return toCredentialResponse({ prepared, application, ...result }, body.no_jwt)
}

const changePassword = async (core: Core, owner: CredentialOwner, newPassword: NewPassword) => ({
  user: owner.user,
  credential: await createPassword(core, owner, newPassword),
})

type PasswordByCodeBody = UserFields & PasswordFields & { authentication_code: { code: string; type: AccessCodeType } }

/** The code is used up in the batch that sets the password. */
async function setPasswordByCode(
  { core, caller: backend, application }: ServiceCall,
  body: PasswordByCodeBody,
  set: typeof changePassword,
) {
  const { username, user_id: userId, authentication_code, password, password_confirmation: confirmation } = body
  const target = await resolveTargetUser(core, backend, { username, userId })
  const attempt = { text: authentication_code.code, type: authentication_code.type, purpose: 'add_credential' } as const
  const { user, code: allowedByCode } = await findAuthorizedCode(core, { application, target }, attempt)
  const prepared = await core.tokens.prepare(application)
  const result = await set(core, { backend, user, allowedByCode }, { password, confirmation })
  return toCredentialResponse({ prepared, application, ...result }, body.no_jwt)
}

export const passwords = {
  async registerPassword({ body }, { core, caller: backend, application }) {
    const { username, password, password_confirmation: confirmation, no_jwt } = body
    const target = await resolveTargetUser(core, backend, { username })
    const has = target.user ? await listCredentials(core, target.user) : []
    requireNewUser(backend, target, has.length > 0)
    const newUser = target.user ? undefined : await createUser(core, application.id, username)
    const user = target.user ?? newUser!
    const owner = { backend, user, newUser }
    const prepared = await core.tokens.prepare(application)
    const credential = await createPassword(core, owner, { password, confirmation })
    return toCredentialResponse({ prepared, application, user, credential }, no_jwt)
  },

  async authenticatePassword({ body: { username, password, no_jwt } }, { core, caller: token, application }) {
    const target = await resolveTargetUser(core, token, { username })
    const proof = await verifyCredential(core, { application, target, type: 'password', submitted: password })
    const prepared = await core.tokens.prepare(application)
    const { user, use } = await useCredential(core, proof)
    return toCredentialResponse({ prepared, application, user, credential: use.credential }, no_jwt)
  },

  passwordChange({ body }, call) {
    const newPassword = { password: body.new_password, confirmation: body.new_password_confirmation }
    return replacePassword(call, { body, type: 'password', submitted: body.old_password, chosen: newPassword })
  },

  passwordRecover({ body }, call) {
    const { code, type } = body.authentication_code
    if (type !== 'recovery')
      return setPasswordByCode(call, { ...body, authentication_code: { code, type } }, resetPassword)
    const newPassword = { password: body.password, confirmation: body.password_confirmation }
    return replacePassword(call, { body, type: 'recovery_code', submitted: code, chosen: newPassword })
  },

  passwordCode: ({ body }, call) => setPasswordByCode(call, body, changePassword),

  async passwordForce({ body }, call) {
    const { password, password_confirmation: confirmation, no_jwt } = body
    const owner = await resolveOwner(call, body)
    const { application } = owner.backend
    const prepared = await call.core.tokens.prepare(application)
    const reset = await resetPassword(call.core, owner, { password, confirmation })
    return toCredentialResponse({ prepared, application, ...reset }, no_jwt)
  },
} satisfies HandlersOf<typeof passwordRoutes>

function createUser(core: Call['core'], appId: string, username: string) {
  const name = username.trim()
  return createNewUser(core, {
    id: core.random.uuid(),
    appId,
    username: name,
    usernameType: 'other',
    displayName: name,
  })
}
