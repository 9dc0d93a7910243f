import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { type Application, listFields } from '../../model/applications/application.ts'
import { applyChoices } from '../../model/applications/choices.ts'
import { tokensUntilAfter } from '../../model/applications/key-schedule.ts'
import type { HostRights } from '../../model/applications/overlaps.ts'
import { repeatChange } from '../../model/applications/repeat-change.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { checkApplication } from './check.ts'
import type { ApplicationRequest } from './create.ts'
import { rejectOverlaps } from './reject-overlaps.ts'
import { type ApplicationTarget, requireApplication } from './target.ts'

/** The fields to change; all others stay the same. */
export type ApplicationPatch = Partial<Omit<ApplicationRequest, 'id'>>

/**
 * Changes fields of an application; passkeys stay bound to the RP ID that they were created for. A patch is written to
 * the row that it was computed from. If another change came first, it's computed again, unless both change the same
 * field to different values.
 * @throws AppError not_found · bad_request: the result would be invalid, or another application has the host · forbidden:
 * the caller can't move it there · conflict: another request changed the same field · precondition_failed: the version
 * isn't `ifVersion`
 */
export async function changeApplication(
  core: Core,
  target: ApplicationTarget,
  patch: ApplicationPatch,
): Promise<Application> {
  const base = await requireApplication(core, target)
  let read = base
  await repeatChange(async () => {
    if (await applyPatch(core, read, { patch, hostRights: target.hostRights })) return true
    read = await requireApplication(core, target)
    rejectCollision(patch, base, read)
    return false
  })
  return requireApplication(core, { id: base.id })
}

/** False if the application was changed since it was read. */
async function applyPatch(
  core: Core,
  application: Application,
  { patch, hostRights = 'all' }: { patch: ApplicationPatch; hostRights: HostRights | undefined },
): Promise<boolean> {
  const at = core.now()
  const settings = applyChoices({ ...application.settings, ...patch.settings }, patch.settings)
  const tokensUntil = tokensUntilAfter(application, settings, at)
  const changed: Application = { ...application, ...patch, settings, tokensUntil, updatedAt: at }
  await checkApplication(core, changed, application)
  const isMoved = changed.rpId !== application.rpId || changed.baseUrl !== application.baseUrl
  const latest = isMoved ? await rejectOverlaps(core, changed, hostRights) : undefined
  const detail = { fields: Object.keys(patch).join(' ') }
  const event = createEvent(core, changed, { type: 'fido2.application.changed', detail })
  const values = compareValues(listFields(application), listFields(changed))
  const audit = recordChange(core, { action: 'application.changed', application: changed.id, ...values })
  return !(await core.store.commit([{ changeApplication: { ...changed, latest } }, { append: event }, ...audit]))
}

/** @throws AppError conflict: a field of the patch changed between the two reads, to another value than the patch's */
function rejectCollision(patch: ApplicationPatch, base: Application, read: Application) {
  const [wanted, before, after] = [listValues(patch), listValues(base), listValues(read)]
  const collided = Object.keys(wanted).filter((name) => after[name] !== before[name] && after[name] !== wanted[name])
  if (collided.length === 0) return
  throw new AppError(
    'conflict',
    `Another request changed ${collided.join(', ')} at the same time: read the application again, then repeat the change`,
  )
}

/** Each field and each setting as JSON, by name. */
function listValues({ settings, ...fields }: ApplicationPatch): Record<string, string | undefined> {
  const settingValues = Object.entries(settings ?? {}).map(([name, value]) => [`settings.${name}`, value] as const)
  const values = [...Object.entries(fields), ...settingValues]
  return Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value)]))
}
