import type { Core } from '../core.ts'
import { badRequest } from '../errors.ts'
import { eventOf } from '../event-of.ts'
import { type Application, type ApplicationSettings, defaultSettings } from './application.ts'
import { checkApplication, rejectPublicSuffix } from './check.ts'
import { tokensUntilAfter } from './key-schedule.ts'

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
 * @throws AppError bad_request: something in it cannot work, or the id is taken
 */
export async function createApplication(core: Core, request: ApplicationRequest): Promise<Application> {
  const at = core.now()
  const application: Application = {
    id: request.id,
    name: request.name ?? request.id,
    rpId: request.rpId,
    origins: [...new Set(request.origins)],
    baseUrl: request.baseUrl,
    settings: { ...defaultSettings, ...request.settings },
    tokensUntil: undefined,
    createdAt: at,
    updatedAt: at,
  }
  checkApplication(application)
  await rejectPublicSuffix(core, application.rpId)
  const event = eventOf(core, application, { type: 'fido2.application.created' })
  const added = await core.store.applications.add(application, core.tokens.createKey(application.id), event)
  if (!added) throw badRequest(`There is already an application ${application.id}`)
  await core.applications.refresh()
  return application
}

/**
 * Changes some members of an application; passkeys stay bound to the RP ID that they were made under.
 * @throws AppError not_found · bad_request: the result could not work
 */
export async function changeApplication(
  core: Core,
  application: Application,
  change: Partial<Omit<ApplicationRequest, 'id'>>,
): Promise<Application> {
  const at = core.now()
  const settings = { ...application.settings, ...change.settings }
  const tokensUntil = tokensUntilAfter(application, settings, at)
  const changed: Application = { ...application, ...change, settings, tokensUntil, updatedAt: at }
  checkApplication(changed)
  // An application from before this check can still be changed otherwise.
  if (changed.rpId !== application.rpId) await rejectPublicSuffix(core, changed.rpId)
  const detail = { members: Object.keys(change).join(' ') }
  await core.store.applications.change(changed, eventOf(core, changed, { type: 'fido2.application.changed', detail }))
  await core.applications.refresh()
  return changed
}
