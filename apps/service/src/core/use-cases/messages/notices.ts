import type { TemplateName } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../core.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { ContactKind } from '../../model/contacts/contact.ts'
import { findPrimaryEmail } from '../../model/directory/directory.ts'
import type { ComposedMessage } from '../../model/messages/draft.ts'
import { maskAddress } from '../../model/messages/mask.ts'
import type { Channel, MessageTask } from '../../model/messages/message.ts'
import type { Composer } from './composer.ts'

const channelByKind: Readonly<Record<ContactKind, Channel>> = { email: 'email', phone: 'sms' }

type Recipients = Pick<ComposedMessage, 'channel' | 'to'>[]

/** Notifies a user of a change to the account. Besides `userId`, `about` has the facts. */
const composeNotice =
  (template: TemplateName, listRecipients: (core: Core, task: MessageTask) => Promise<Recipients>): Composer =>
  async (core, task) => {
    const application = core.applications.find(task.appId)
    if (!application?.settings.notices) return []
    const values = { ...maskFacts(task), at: String(task.createdAt) }
    const message = { template, locale: application.settings.locale, values }
    return (await listRecipients(core, task)).map((recipient) => ({ ...message, ...recipient }))
  }

/**
 * Every verified contact that accepts messages. The facts of a changed contact are `kind`, `before`, and `after`; `before` is
 * notified too, as it may be the only one that its owner still reads.
 */
async function listContacts({ store }: Core, { appId, about }: MessageTask): Promise<Recipients> {
  const { userId = '', kind, before } = about
  const contacts = await store.contacts.listByUser(appId, userId)
  const reached = contacts.filter(({ verifiedAt, messagingConsent }) => verifiedAt !== undefined && messagingConsent)
  const recipients = reached.map((contact) => ({ channel: channelByKind[contact.kind], to: contact.address }))
  if (before === undefined || recipients.some(({ to }) => to === before)) return recipients
  return [...recipients, { channel: channelByKind[kind as ContactKind], to: before }]
}

/** The same, and of a member, where they were invited, and the address that the directory has. */
async function listMemberAddresses(core: Core, task: MessageTask): Promise<Recipients> {
  if (task.appId !== ownApplicationId) return listContacts(core, task)
  const { userId = '' } = task.about
  const [member, user] = await Promise.all([core.store.members.find(userId), core.store.directory.findUser(userId)])
  const addresses = [member?.email, user && findPrimaryEmail(user.profile)].flatMap((text) => text ?? [])
  const known = await listContacts(core, task)
  const others = [...new Set(addresses)].filter((to) => !known.some((one) => one.to === to))
  return [...known, ...others.map((to) => ({ channel: 'email', to }) as const)]
}

/** Masks addresses, as another person might read the message by now. */
function maskFacts({ about }: MessageTask): Readonly<Record<string, string>> {
  const { userId, kind, before, after, ...facts } = about
  return {
    ...facts,
    ...(before !== undefined && { before: maskAddress(before) }),
    ...(after !== undefined && { after: maskAddress(after) }),
  }
}

/** All notices, by the kind of their tasks, which is also their template. */
export const noticeComposers = {
  'passkey-added': composeNotice('passkey-added', listMemberAddresses),
  'contact-changed': composeNotice('contact-changed', listContacts),
  recovered: composeNotice('recovered', listContacts),
  'account-linked': composeNotice('account-linked', listMemberAddresses),
} as const satisfies Readonly<Partial<Record<TemplateName, Composer>>>
