import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact, ContactKind, ContactRank } from '../../model/contacts/contact.ts'
import { type ContactAddress, parseContactAddress } from '../../use-cases/contacts/contact-address.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import { findCodeAddress, findSignUpAddress } from '../otp/address.ts'
import type { MfaFlow } from './flow.ts'
import type { MfaAccount } from './mfa-account.ts'

export type CodeFactor = Extract<MfaFactor, `otp:${string}`>

/** A possible recipient of a code, as shown to a client. */
export type ReachOption = { rank: ContactRank; id: string; label: string }

export const codeFactors = ['otp:email', 'otp:sms'] as const satisfies readonly CodeFactor[]

export const toContactKind = (factor: CodeFactor): ContactKind => (factor === 'otp:email' ? 'email' : 'phone')

type ReachContext = {
  application: Application
  username: string
  account: Pick<MfaAccount, 'user' | 'contacts'>
  rank?: ContactRank
}

/** Where the user gets codes of that factor; undefined if nowhere. */
export async function findReach(
  core: Core,
  { application, username, account, rank }: ReachContext,
  factor: CodeFactor,
): Promise<ContactAddress | undefined> {
  const kind = toContactKind(factor)
  const { user, contacts } = account
  if (user) return findCodeAddress(core, application, { username: user.username, contacts, kind, rank })
  return rank === 'secondary' ? undefined : findSignUpAddress(core, application, { username, kind })
}

/** The kinds of codes that the user can get. */
export async function listReachableFactors(core: Core, context: ReachContext): Promise<CodeFactor[]> {
  const address = await Promise.all(
    codeFactors.map(
      async (factor) =>
        (await findReach(core, context, factor)) ?? findReach(core, { ...context, rank: 'secondary' }, factor),
    ),
  )
  return codeFactors.filter((_, at) => address[at] !== undefined)
}

type OptionContext = { application: Application; flow: MfaFlow; account: MfaAccount; rank?: ContactRank }

/**
 * All possible recipients of a code of that factor. Until a disguised flow has a verified factor, only what it would
 * show for any username.
 */
export async function listReachOptions(core: Core, context: OptionContext, factor: CodeFactor): Promise<ReachOption[]> {
  const { application, flow, account } = context
  const primary = await createReachOption(core, context, factor)
  const reach = { application, account, username: flow.user?.username ?? '' }
  const hasSecondary = (await findReach(core, { ...reach, rank: 'secondary' }, factor)) !== undefined
  if (!hasSecondary || isDisguised(flow)) return [primary]
  const secondary = await createReachOption(core, { ...context, rank: 'secondary' }, factor)
  if ((await findReach(core, reach, factor)) === undefined) return [secondary]
  // Clients send the label back, so two addresses need different labels.
  const label = secondary.label === primary.label ? `${secondary.label} (2)` : secondary.label
  return [primary, { ...secondary, label }]
}

/** Whether the flow still looks as it would for any username. */
export const isDisguised = ({ disguised, done }: MfaFlow) => disguised && done.length === 0

/**
 * A masked recipient. A disguised flow without a verified factor shows what it would show for any username: the
 * username if it's such an address, otherwise the user's address or one derived from the username.
 */
async function createReachOption(
  core: Core,
  { application, flow, account, rank = 'primary' }: OptionContext,
  factor: CodeFactor,
): Promise<ReachOption> {
  const username = flow.user?.username ?? ''
  const kind = toContactKind(factor)
  const { addressKey } = await toNameKeys(core, username)
  const bytes = core.keyed('mfa option', JSON.stringify([application.id, addressKey, kind, rank]))
  const usernameAddress = isDisguised(flow) ? await parseContactAddress(core, addressKey) : undefined
  const address =
    usernameAddress?.kind === kind
      ? usernameAddress
      : await findReach(core, { application, username, account, rank }, factor)
  const label = address ? maskAddress(address) : createDecoyLabel(kind, bytes)
  return { rank, id: bytes.subarray(0, 12).toString('base64url'), label }
}

/** Enough for the owner to recognize it, and the same length for all. */
function maskAddress({ kind, address }: Pick<ContactAddress, 'kind' | 'address'>): string {
  if (kind === 'phone') return `•••${address.slice(-2)}`
  // The caller might use another letter case than the owner.
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••`
}

function createDecoyLabel(kind: ContactKind, bytes: Buffer): string {
  const letter = (at: number) => String.fromCharCode(97 + (bytes[at]! % 26))
  return kind === 'phone' ? `•••${bytes[12]! % 10}${bytes[13]! % 10}` : `${letter(12)}•••@${letter(13)}•••`
}

/** The addresses verified by codes in a flow, as contacts of the user who signs up with it. */
export async function listVerifiedContacts(core: Core, { appId, user, done }: MfaFlow): Promise<Contact[]> {
  if (!user?.isNew) return []
  const codes = done.filter(({ factor }) => factor.startsWith('otp:'))
  const addresses = await Promise.all(codes.map(({ value }) => parseContactAddress(core, value)))
  const at = core.now()
  return addresses
    .filter((address) => address !== undefined)
    .map(({ kind, address, key: addressKey }) => ({
      appId,
      userId: user.id,
      kind,
      address,
      addressKey,
      verifiedAt: at,
      messagingConsent: true,
      createdAt: at,
    }))
}
