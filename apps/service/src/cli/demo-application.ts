import type { Core } from '../core/core.ts'
import { isLocal } from '../core/model/applications/domains.ts'
import { fitsRpId } from '../core/model/applications/origin-form.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { changeApplication } from '../core/use-cases/applications/change.ts'
import { createApplication } from '../core/use-cases/applications/create.ts'

/**
 * Creates the application `demo` for an origin on this machine where there is no application yet, and adds the origin to it
 * when the service has moved to another port. Call it once the service listens: the origin of a port that is taken belongs
 * to another program.
 * @returns whether it created the application
 */
export async function prepareDemo(core: Core, baseUrl: string): Promise<boolean> {
  // Elsewhere, the host of the installation is the RP ID and an origin of its own application only.
  if (!isLocal(new URL(baseUrl).hostname)) return false
  const isNew = await createDemo(core, baseUrl)
  if (!isNew) await moveDemo(core, baseUrl)
  return isNew
}

/** Whether there is an application besides the installation's own. */
export async function hasApplications(core: Core): Promise<boolean> {
  return (await core.store.applications.list()).some(({ id }) => id !== ownApplicationId)
}

async function createDemo(core: Core, baseUrl: string): Promise<boolean> {
  const { hostname, origin } = new URL(baseUrl)
  if (await hasApplications(core)) return false
  const settings = { extensions: ['credProps', 'prf'] } as const
  await createApplication(core, { id: 'demo', name: 'Thumbturn demo', rpId: hostname, origins: [origin], settings })
  return true
}

async function moveDemo(core: Core, baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl)
  const demo = await core.applications.findFresh('demo')
  if (!demo || demo.origins.includes(origin) || !fitsRpId(origin, demo.rpId)) return
  await changeApplication(core, demo, { origins: [...demo.origins, origin] })
}
