import type { EventType } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { User } from './user.ts'

/** The form in which texts are compared: spellings that look the same are found, whatever their case. */
export const toSearchForm = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** The texts that a user is found by: `names` are those of the profile, `addresses` all contacts. */
export type SearchedUser = {
  user: Pick<User, 'id' | 'username' | 'displayName'>
  names: readonly (string | undefined)[]
  addresses: readonly string[]
}

/** How far the users from before the index are in it: up to that username key, or all of them. */
export type SearchProgress = { appId: string; position: string; complete: boolean }

/** Each text once, on a line of its own, so that nothing is found across two of them. */
export const toSearchText = ({ user, names, addresses }: SearchedUser): string => {
  const texts = [user.username, user.displayName, ...names, ...addresses, user.id]
  return [...new Set(texts.flatMap((text) => (text ? [toSearchForm(text)] : [])))].join('\n')
}

const changes: ReadonlySet<EventType> = new Set([
  'fido2.passkey.reg.success',
  'fido2.mfa.success',
  'fido2.credential.added',
  'fido2.user.created',
  'fido2.user.imported',
  'fido2.user.activated',
  'fido2.user.recovered',
  'fido2.user.profile_changed',
  'fido2.contact.changed',
  'fido2.contact.verified',
  'fido2.contact.deleted',
  'fido2.sso_account.linked',
])

/** Whether the event can stand for a change of what its user is found by. */
export const changesSearchText = (type: EventType): boolean => changes.has(type)
