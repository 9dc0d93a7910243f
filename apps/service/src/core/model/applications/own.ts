import type { Core } from '../../core.ts'
import type { Application } from './application.ts'
import { changeApplication, createApplication } from './create.ts'
import { isRpId } from './domains.ts'
import { findOriginKind, fitsRpId } from './origin-form.ts'
import { ownApplicationId } from './own-id.ts'
import { listChangedOwnSettings, ownSettings } from './own-settings.ts'

/** Creates the installation's own application on the first run. */
export async function ensureOwnApplication(core: Core, baseUrl: string): Promise<Application> {
  const { hostname, origin } = new URL(baseUrl)
  const found = await core.applications.find(ownApplicationId)
  // If no RP ID fits the address (an IP address, or no TLS), the doctor reports it; administration works all the same.
  if (found) return lockSettings(core, found)
  const isSecure = origin.startsWith('https:') || hostname === 'localhost'
  const usable = isSecure && (await isUsable(core, hostname))
  const [rpId, origins] = usable ? [hostname, [origin]] : ['localhost', ['http://localhost']]
  const request = { id: ownApplicationId, name: 'Thumbturn', rpId, origins, settings: ownSettings }
  return createApplication(core, request).catch(async (error) => {
    // Another node that started at the same time can be faster.
    await core.applications.refresh()
    const made = await core.applications.find(ownApplicationId)
    if (made) return made
    throw error
  })
}

/**
 * Lets members sign in where the service is now, if that is on the domain of their passkeys. A command can have created the
 * application before the address was known; as long as there are no members, it then moves there.
 */
export async function moveOwnApplication(core: Core, baseUrl: string): Promise<void> {
  const { hostname: rpId, origin } = new URL(baseUrl)
  const own = await core.applications.find(ownApplicationId)
  if (!own || own.origins.includes(origin) || !findOriginKind(origin)) return
  if (fitsRpId(origin, own.rpId)) await changeApplication(core, own, { origins: [...own.origins, origin] })
  else if (own.rpId === 'localhost' && (await isUsable(core, rpId)) && (await core.store.members.list()).length === 0)
    await changeApplication(core, own, { rpId, origins: [origin] })
}

const isUsable = async ({ publicSuffixes }: Core, hostname: string) =>
  isRpId(hostname) && !(await publicSuffixes.has(hostname))

/** An application that an earlier version created has none of these settings. */
const lockSettings = async (core: Core, own: Application): Promise<Application> =>
  listChangedOwnSettings(own.settings).length === 0 ? own : changeApplication(core, own, { settings: ownSettings })
