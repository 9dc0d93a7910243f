import type { Core } from '../../core.ts'
import type { Application } from './application.ts'
import { isRpId } from './check.ts'
import { createApplication } from './create.ts'
import { ownApplicationId } from './own-id.ts'

/** Makes the installation's own application where it is missing: on the first run. */
export async function ensureOwnApplication(core: Core, baseUrl: string): Promise<Application> {
  const { hostname, origin } = new URL(baseUrl)
  const found = await core.applications.find(ownApplicationId)
  // An address that no RP ID fits (an IP address, or no TLS) is the doctor's to tell; administration works all the same.
  if (found) return found
  const isSecure = origin.startsWith('https:') || hostname === 'localhost'
  const usable = isSecure && isRpId(hostname) && !(await core.publicSuffixes.has(hostname))
  const [rpId, origins] = usable ? [hostname, [origin]] : ['localhost', ['http://localhost']]
  return createApplication(core, { id: ownApplicationId, name: 'Thumbturn', rpId, origins }).catch(async (error) => {
    // Another node that started at the same time may have been faster.
    await core.applications.refresh()
    const made = await core.applications.find(ownApplicationId)
    if (made) return made
    throw error
  })
}
