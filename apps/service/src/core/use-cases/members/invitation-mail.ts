import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import type { Mail } from '../../model/messages/rendered-message.ts'
import { toShownName } from '../../model/messages/templates/escape.ts'
import { renderMailHtml, renderMailText } from '../../model/messages/templates/mail.ts'
import { type DirectDelivery, deliverNow, toReason } from '../messages/deliver-now.ts'

/** Where an invitation with an email address leads. */
type SentInvitation = { invitation: Invitation; email: string; url: string }

/**
 * Sends an invitation during the call, because its link is stored nowhere. Whatever fails is an outcome: the invitation is
 * stored, and its link can be sent in another way.
 */
export async function sendInvitation(core: Core, sent: SentInvitation): Promise<DirectDelivery> {
  try {
    return await deliverNow(core, composeInvitation(core, sent))
  } catch (error) {
    return { outcome: 'failed', reason: toReason(error as Error) }
  }
}

const product = 'Thumbturn'
const locale = 'en-US'

function composeInvitation({ random, actor }: Core, { invitation, email, url }: SentInvitation): Mail {
  const { host } = new URL(url)
  const inviter = actor?.kind === 'member' ? toShownName(actor.name) : 'An administrator'
  const content = {
    title: `Join ${product} at ${host}`,
    text: `${inviter} invited you to the dashboard of ${host}. Open the link and create a passkey. The link works once, until ${formatTime(invitation.expiresAt)}.`,
    code: undefined,
    link: { href: url, action: 'Accept the invitation' },
    details: invitation.roles.map((role) => ['Role', describeRole(role)] as const),
    advice:
      "Don't forward this message: the first user who opens the link can join. If you didn't expect it, ignore this message.",
  }
  const rendered = { text: renderMailText(content), html: renderMailHtml(content, { locale, app: product }) }
  const subject = `Your invitation to ${product} at ${host}`
  const header = { id: random.timeId(), appId: ownApplicationId, to: email, locale, channel: 'email' } as const
  return { ...header, senderName: product, subject, ...rendered }
}

const describeRole = ({ application, role }: RoleAssignment) =>
  application === everyApplication ? `${role} of every application` : `${role} of ${application}`

const formatTime = (at: number) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
