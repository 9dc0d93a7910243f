import { i18n } from '@lingui/core'
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
export function describeAssignments(roles: readonly RoleAssignment[]): string {
  return formatList(roles.map(describeAssignment))
}

function describeAssignment({ application, role }: RoleAssignment): string {
  const noun = i18n._(nouns[role])
  return application === everyApplication ? noun : i18n._(msg`${{ role: noun }} of ${{ application }}`)
}

/** The same as a text of its own. */
export function formatAssignments(roles: readonly RoleAssignment[]): string {
  const words = describeAssignments(roles)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
