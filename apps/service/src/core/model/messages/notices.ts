import type { TemplateName } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../core.ts'
import type { ContactKind } from '../contacts/contact.ts'
import type { Composer } from './composer.ts'
import type { ComposedMessage } from './draft.ts'
import { maskAddress } from './mask.ts'
import type { Channel, MessageTask } from './message.ts'

const channelByKind: Readonly<Record<ContactKind, Channel>> = { email: 'email', phone: 'sms' }

/**
 * Notifies a user of a change to the account, at every verified contact that accepts messages. Besides `userId`,
 * `about` has the facts; for a changed contact these are `kind`, `before`, and `after`. `before` is notified too, as it
 * may be the only one that its owner still reads.
 */
const composeNotice =
  (template: TemplateName): Composer =>
  async (core, task) => {
    const application = await core.applications.find(task.appId)
    if (!application?.settings.notices) return []
    const values = { ...maskFacts(task), at: String(task.createdAt) }
    const message = { template, locale: application.settings.locale, values }
    return (await listRecipients(core, task)).map((recipient) => ({ ...message, ...recipient }))
  }

async function listRecipients(
  { store }: Core,
  { appId, about }: MessageTask,
): Promise<Pick<ComposedMessage, 'channel' | 'to'>[]> {
  const { userId = '', kind, before } = about
  const contacts = await store.contacts.listByUser(appId, userId)
  const reached = contacts.filter(({ verifiedAt, messagingConsent }) => verifiedAt !== undefined && messagingConsent)
  const recipients = reached.map((contact) => ({ channel: channelByKind[contact.kind], to: contact.address }))
  if (before === undefined || recipients.some(({ to }) => to === before)) return recipients
  return [...recipients, { channel: channelByKind[kind as ContactKind], to: before }]
}

/** Masks addresses, as another person might read the message by now. */
function maskFacts({ about }: MessageTask): Readonly<Record<string, string>> {
  const { userId: _, kind: __, before, after, ...facts } = about
  return {
    ...facts,
    ...(before !== undefined && { before: maskAddress(before) }),
    ...(after !== undefined && { after: maskAddress(after) }),
  }
}

/** All notices, by the kind of their tasks, which is also their template. */
export const noticeComposers = {
  'passkey-added': composeNotice('passkey-added'),
  'contact-changed': composeNotice('contact-changed'),
  recovered: composeNotice('recovered'),
} as const satisfies Readonly<Partial<Record<TemplateName, Composer>>>
