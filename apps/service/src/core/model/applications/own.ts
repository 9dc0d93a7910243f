import type { Core } from '../../core.ts'
import type { Application } from './application.ts'
import { isRpId } from './check.ts'
import { createApplication } from './create.ts'
import { ownApplicationId } from './own-id.ts'

/** Creates the installation's own application on the first run. */
export async function ensureOwnApplication(core: Core, baseUrl: string): Promise<Application> {
  const { hostname, origin } = new URL(baseUrl)
  const found = await core.applications.find(ownApplicationId)
  // If no RP ID fits the address (an IP address, or no TLS), the doctor reports it; administration works all the same.
  if (found) return found
  const isSecure = origin.startsWith('https:') || hostname === 'localhost'
  const usable = isSecure && isRpId(hostname) && !(await core.publicSuffixes.has(hostname))
  const [rpId, origins] = usable ? [hostname, [origin]] : ['localhost', ['http://localhost']]
  return createApplication(core, { id: ownApplicationId, name: 'Thumbturn', rpId, origins }).catch(async (error) => {
    // Another node that started at the same time can be faster.
    await core.applications.refresh()
    const made = await core.applications.find(ownApplicationId)
    if (made) return made
    throw error
  })
}
