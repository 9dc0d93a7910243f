import { facts } from './event-facts.ts'
import type { RegistryEntry } from './registry-entry.ts'

const { key, groupId } = facts

/** The events of groups and profiles: part of the registry. */
export const groupEvents = {
  'fido2.group.created': {
    severity: 'notice',
    summary: 'A group of users was created.',
    fields: [],
    detail: { key, groupId, name: 'Its name' },
  },
  'fido2.group.changed': {
    severity: 'notice',
    summary: 'A group of users was renamed, or its description or claims were changed.',
    fields: [],
    detail: { key, groupId, fields: 'The changed fields, separated by spaces' },
  },
  'fido2.group.deleted': {
    severity: 'notice',
    summary: 'A group of users was deleted; its members remain.',
    fields: [],
    detail: { key, groupId, name: 'Its name' },
  },
  'fido2.group.member_added': {
    severity: 'notice',
    summary: 'A user was added to a group.',
    fields: ['userId'],
    detail: { key, groupId },
  },
  'fido2.group.member_removed': {
    severity: 'notice',
    summary: 'A user was removed from a group.',
    fields: ['userId'],
    detail: { key, groupId },
  },
  'fido2.user.profile_changed': {
    severity: 'info',
    summary: 'The profile or the custom claims of a user were changed.',
    fields: ['userId'],
    detail: { key, fields: 'The changed fields, separated by spaces' },
  },
} as const satisfies Readonly<Record<string, RegistryEntry>>
