import { profileFieldNames } from '@thumbturn/contract/vocabulary/profiles.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { type CustomClaims, findClaimsProblem } from '../../model/users/custom-claims.ts'
import { findProfileProblem, type Profile, type ProfileFields, toProfileFields } from '../../model/users/profile.ts'
import type { DescribedUser } from '../../ports/stores/profiles.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'

type ManagedUser = { backend: Backend; userId: string }

/** The changed fields of a profile: an empty text removes one. `version`: only if the profile has it. */
export type ProfilePatch = { [Name in keyof ProfileFields]?: string | undefined } & {
  claims?: CustomClaims | undefined
  version?: number | undefined
}

const unknownUser = () => notFound('This application has no such user')

const outdated = () => new AppError('conflict', 'The profile was changed since it was read: read it again')

/** A user with profile, groups, and verified contacts; a user without a profile has an empty one. */
export type ShownUser = DescribedUser & { profile: Profile }

/** @throws AppError not_found: no such user, or another application's */
export async function describeUser(
  { store }: Pick<Core, 'store'>,
  { backend, userId }: ManagedUser,
): Promise<ShownUser> {
  const { id: appId } = backend.application
  const found = await store.profiles.find({ appId, userId })
  if (!found) throw unknownUser()
  return { ...found, profile: found.profile ?? { appId, userId, claims: {}, version: 0, updatedAt: 0 } }
}

const mostAttempts = 5

/**
 * Changes profile and custom claims of a user. Writes nothing if nothing changes.
 * @throws AppError bad_request: a field is invalid · not_found · conflict: the profile has another version
 */
export async function changeProfile(
  core: Core,
  user: ManagedUser,
  { version, claims, ...fields }: ProfilePatch,
): Promise<Profile> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const { profile: before } = await describeUser(core, user)
    if (version !== undefined && version !== before.version) throw outdated()
    const { appId, userId } = before
    const own = toProfileFields({ ...before, ...withoutUndefined(fields) })
    const changed = { appId, userId, ...own, claims: claims ?? before.claims, version: before.version }
    const after: Profile = { ...changed, updatedAt: core.now() }
    const problem = findProfileProblem(after) ?? findClaimsProblem(after.claims)
    if (problem !== undefined) throw badRequest(problem)
    const outcome = await commitProfile(core, user, { before, after })
    if (outcome !== 'profile_changed') return outcome
  }
  throw outdated()
}

const withoutUndefined = (fields: { [Name in keyof ProfileFields]?: string | undefined }): ProfileFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The profile as it is then, or the conflict. The audit log outlives users, so it names fields, but not their values. */
async function commitProfile(
  core: Core,
  { backend, userId }: ManagedUser,
  { before, after }: { before: Profile; after: Profile },
): Promise<Profile | 'profile_changed'> {
  const fields = listChanges(before, after).join(' ')
  if (fields === '') return before
  const event = createBackendEvent(core, backend, { type: 'fido2.user.profile_changed', userId, detail: { fields } })
  const audit = recordChange(core, {
    action: 'user.profileChanged',
    application: after.appId,
    target: userId,
    after: { fields },
  })
  const conflict = await core.store.commit([{ putProfile: after }, { append: event }, ...audit])
  if (conflict === undefined) return { ...after, version: after.version + 1 }
  if (conflict === 'profile_changed') return conflict
  throw unknownUser()
}

/** The names of the fields that differ. */
function listChanges(before: Profile, after: Profile): string[] {
  const fields = profileFieldNames.filter((name) => before[name] !== after[name])
  const isSame = JSON.stringify(before.claims) === JSON.stringify(after.claims)
  return isSame ? fields : [...fields, 'claims']
}
