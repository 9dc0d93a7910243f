import type { contactCodeRoutes } from '@thumbturn/contract/gen1/contact-codes.ts'
import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import { AppError } from '../../core/errors.ts'
import {
  type ContactCredentialType,
  type Delivery,
  findContactCredential,
  requestCredentialCode,
  startContactCredential,
  toContactProof,
} from '../../core/flows/credentials/contact-codes.ts'
import { findTargetUser, resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { useCredential } from '../../core/flows/credentials/verify.ts'
import { matchCode } from '../../core/flows/otp/verify.ts'
import type { Credential } from '../../core/model/credentials/credential.ts'
import type { HandlersOf, PublicCall, ServiceCall } from '../call.ts'
import { toCredentialResponse } from './authenticated.ts'
import { resolveOwner, toUserReference, type UserFields } from './owner.ts'
import { rejectCode } from './rejections.ts'

type ContactAddition = { type: ContactCredentialType; text: string } & Delivery
type CodeRequestBody = { username: string; credential_uuid: string }
type CodeSubmissionBody = CodeRequestBody & { user_id?: string; otp: string; no_jwt?: boolean }

type PhoneDeliveryFields = { delivery_mode?: 'sms' | 'voice'; locale?: Locale }
type EmailDeliveryFields = { via_link?: boolean; locale?: Locale }

const toPhoneDelivery = ({ delivery_mode: channel = 'sms', locale }: PhoneDeliveryFields): Delivery => ({
  channel,
  locale,
})

/** A link needs a page to lead to, which only the application can name: never the call. */
function toEmailDelivery(
  { caller }: ServiceCall,
  { via_link: viaLink = false, locale }: EmailDeliveryFields,
): Delivery {
  if (viaLink && caller.application.settings.emailLinkUrl === '') {
    const message = 'via_link: the application has no page for a link to lead to (emailLinkUrl)'
    throw new AppError('bad_request', message, { reason: 'link_page_missing' })
  }
  return { channel: 'email', locale, viaLink }
}

async function addContact(call: ServiceCall, named: UserFields, addition: ContactAddition) {
  const { id } = await startContactCredential(call.core, await resolveOwner(call, named), addition)
  return { credential_uuid: id }
}

async function requestCode(
  { core, caller: token }: ServiceCall,
  { username, credential_uuid: id }: CodeRequestBody,
  delivery: Delivery,
) {
  const target = await resolveTargetUser(core, token, { username })
  await requestCredentialCode(core, { application: token.application, target, id, ...delivery })
  return { credential_uuid: id }
}

type CredentialMatch = Pick<Credential, 'status'> & { type: ContactCredentialType }

async function complete(
  { core, application }: PublicCall,
  body: CodeSubmissionBody,
  { type, status }: CredentialMatch,
) {
  const { credential_uuid: id, otp: code, no_jwt } = body
  const target = await findTargetUser(core, application.id, toUserReference(body))
  const { account: userId, credential } = await findContactCredential(core, { application, target, id, type, status })
  const method = type === 'email_otp' ? 'email' : 'sms'
  const submission = { application, subject: { userId }, purpose: 'credential', method, code } as const
  const match = await matchCode(core, submission).catch(rejectCode)
  const { user, address } = match.code
  if (!user || !credential) throw new Error('A verified code has no user or credential')
  const contact = await toContactProof(core, { application, user, credential }, address)
  const { use } = await useCredential(core, { ...contact, spending: match.writes })
  const { prepared } = match
  return toCredentialResponse({ prepared, application, user, credential: use.credential }, no_jwt)
}

export const contactCodes = {
  phoneInitForce: ({ body }, call) =>
    addContact(call, body, { type: 'phone_otp', text: body.phone_number, ...toPhoneDelivery(body) }),
  phoneComplete: ({ body }, call) => complete(call, body, { type: 'phone_otp', status: 'pending' }),
  emailInitForce: async ({ body }, call) =>
    addContact(call, body, { type: 'email_otp', text: body.email, ...toEmailDelivery(call, body) }),
  emailComplete: ({ body }, call) => complete(call, body, { type: 'email_otp', status: 'pending' }),

  authenticatePhoneInit: ({ body }, call) => requestCode(call, body, toPhoneDelivery(body)),
  authenticatePhoneComplete: ({ body }, call) => complete(call, body, { type: 'phone_otp', status: 'active' }),
  authenticateEmailInit: async ({ body }, call) => requestCode(call, body, toEmailDelivery(call, body)),
  authenticateEmailComplete: ({ body }, call) => complete(call, body, { type: 'email_otp', status: 'active' }),
} satisfies HandlersOf<typeof contactCodeRoutes>
