import { type ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { type Application, listFields } from '../../model/applications/application.ts'
import { applyChoices } from '../../model/applications/choices.ts'
import type { HostRights } from '../../model/applications/overlaps.ts'
import { repeatChange } from '../../model/applications/repeat-change.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { checkApplication } from './check.ts'
import { requireFreeId } from './delete.ts'
import { refreshSoon } from './registry.ts'
import { rejectOverlaps } from './reject-overlaps.ts'

export type ApplicationRequest = {
  id: string
  name?: string
  rpId: string
  origins: readonly string[]
  baseUrl?: string
  settings?: Partial<ApplicationSettings>
}

/**
 * Adds an application with its own signing key.
 * @throws AppError bad_request: an invalid field, or the ID, the host, or the RP ID is taken · forbidden: it would share an RP ID
 */
export async function createApplication(
  core: Core,
  request: ApplicationRequest,
  hostRights: HostRights = 'all',
): Promise<Application> {
  const at = core.now()
  const application: Application = {
    id: request.id,
    name: request.name ?? request.id,
    rpId: request.rpId,
    origins: [...new Set(request.origins)],
    baseUrl: request.baseUrl,
    settings: applyChoices({ ...defaultSettings, ...request.settings }, request.settings),
    tokensUntil: undefined,
    createdAt: at,
    updatedAt: at,
    version: 0,
  }
  await checkApplication(core, application)
  await requireFreeId(core, application.id)
  const event = createEvent(core, application, { type: 'fido2.application.created' })
  const key = await core.tokens.createKey(application.id, 'ES256')
  const audit = recordChange(core, {
    action: 'application.created',
    application: application.id,
    after: listFields(application),
  })
  await repeatChange(async () => {
    const latest = await rejectOverlaps(core, application, hostRights)
    const conflict = await core.store.commit([
      { addApplication: { application, key, latest } },
      { append: event },
      ...audit,
    ])
    if (conflict === 'application_exists') throw badRequest(`There is already an application ${application.id}`)
    return conflict === undefined
  })
  await refreshSoon(core)
  // Not from the database if it fails now: then its version is missing, so a change that names it is rejected.
  return (await core.applications.findFresh(application.id).catch(() => undefined)) ?? application
}
