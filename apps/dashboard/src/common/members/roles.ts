import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { everyApplication, type Role, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { formatList } from '../../ui/in-language.ts'

const descriptions = {
  viewer: msg`Sees everything and changes nothing`,
  developer: msg`Changes applications, keys, and users`,
  owner: msg`Does everything, and manages members`,
}

const titles = { viewer: msg`Viewer`, developer: msg`Developer`, owner: msg`Owner` }

const nouns = { viewer: msg`viewer`, developer: msg`developer`, owner: msg`owner` }

/** The rights of a role, in one sentence. */
export const describeRole = (role: Role): string => i18n._(descriptions[role])

/** A role as a heading. */
export const nameRole = (role: Role): string => i18n._(titles[role])

/** Whether a member waits for an owner to give them their first role. */
export const lacksRole = ({ roles }: { roles: readonly RoleAssignment[] }): boolean => roles.length === 0

/** Roles in words: "owner", "viewer of shop and developer of blog". */
export const describeAssignments = (roles: readonly RoleAssignment[]): string =>
  formatList(roles.map((one) => describeAssignment(one, nouns)))

/** The same as a text of its own: "Owner". */
export const formatAssignments = (roles: readonly RoleAssignment[]): string =>
  formatList(roles.map((one, index) => describeAssignment(one, index === 0 ? titles : nouns)))

function describeAssignment({ application, role }: RoleAssignment, words: Record<Role, MessageDescriptor>): string {
  const word = i18n._(words[role])
  return application === everyApplication ? word : i18n._(msg`${{ role: word }} of ${{ application }}`)
}
