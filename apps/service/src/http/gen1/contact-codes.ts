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
import { verifyCode } from '../../core/flows/otp/verify.ts'
import type { Credential } from '../../core/model/credentials/credential.ts'
import type { HandlersOf, PublicCall, ServiceCall } from '../call.ts'
import { authenticatedBy } from './authenticated.ts'
import { type Named, namedIn, resolveOwner } from './owner.ts'
import { rejectCode } from './rejections.ts'

type Adding = { type: ContactCredentialType; text: string } & Delivery
type Asking = { username: string; credential_uuid: string }
type Answering = Asking & { user_id?: string; otp: string; no_jwt?: boolean }

type ByPhone = { delivery_mode?: 'sms' | 'voice'; locale?: Locale }
type ByEmail = { via_link?: boolean; locale?: Locale }

const byPhone = ({ delivery_mode: channel = 'sms', locale }: ByPhone): Delivery => ({ channel, locale })

/** A link needs a page to lead to, which only the application can name: never the call. */
function byEmail({ caller }: ServiceCall, { via_link: viaLink = false, locale }: ByEmail): Delivery {
  if (viaLink && caller.application.settings.emailLinkUrl === '') {
    const message = 'via_link: the application has no page for a link to lead to (emailLinkUrl)'
    throw new AppError('bad_request', message, { reason: 'link_page_missing' })
  }
  return { channel: 'email', locale, viaLink }
}

async function add(call: ServiceCall, named: Named, adding: Adding) {
  const { id } = await startContactCredential(call.core, await resolveOwner(call, named), adding)
  return { credential_uuid: id }
}

async function ask(
  { core, caller: token }: ServiceCall,
  { username, credential_uuid: id }: Asking,
  delivery: Delivery,
) {
  const target = await resolveTargetUser(core, token, { username })
  await requestCredentialCode(core, { application: token.application, target, id, ...delivery })
  return { credential_uuid: id }
}

type Which = Pick<Credential, 'status'> & { type: ContactCredentialType }

async function complete({ core, application }: PublicCall, body: Answering, { type, status }: Which) {
  const { credential_uuid: id, otp: code, no_jwt } = body
  const target = await findTargetUser(core, application.id, namedIn(body))
  const { account: userId, credential } = await findContactCredential(core, { application, target, id, type, status })
  const method = type === 'email_otp' ? 'email' : 'sms'
  const proving = { application, subject: { userId }, purpose: 'credential', method, code } as const
  const { user, address } = await verifyCode(core, proving).catch(rejectCode)
  if (!user || !credential) throw new Error('A code of nobody was proved')
  const { use } = await useCredential(core, await toContactProof(core, { application, user, credential }, address))
  return authenticatedBy(core, { application, user, credential: use.credential }, no_jwt)
}

export const contactCodes = {
  phoneInitForce: ({ body }, call) => add(call, body, { type: 'phone_otp', text: body.phone_number, ...byPhone(body) }),
  phoneComplete: ({ body }, call) => complete(call, body, { type: 'phone_otp', status: 'pending' }),
  emailInitForce: async ({ body }, call) =>
    add(call, body, { type: 'email_otp', text: body.email, ...byEmail(call, body) }),
  emailComplete: ({ body }, call) => complete(call, body, { type: 'email_otp', status: 'pending' }),

  authenticatePhoneInit: ({ body }, call) => ask(call, body, byPhone(body)),
  authenticatePhoneComplete: ({ body }, call) => complete(call, body, { type: 'phone_otp', status: 'active' }),
  authenticateEmailInit: async ({ body }, call) => ask(call, body, byEmail(call, body)),
  authenticateEmailComplete: ({ body }, call) => complete(call, body, { type: 'email_otp', status: 'active' }),
} satisfies HandlersOf<typeof contactCodeRoutes>
