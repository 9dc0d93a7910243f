import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { TrustItems } from '../../ports/trust-verifier.ts'
import { listThumbprints, verifyTrustItems } from '../../use-cases/devices/trust.ts'

/**
 * Whether a browser with these trust items has completed a ceremony at the application. Only the holder of a key can
 * find out.
 */
export async function isKnownDevice(core: Core, { id }: Application, trustItems: TrustItems): Promise<boolean> {
  const keys = listThumbprints(await verifyTrustItems(core, trustItems))
  const matches = await Promise.all(keys.map((key) => core.store.devices.knowsKey(id, key)))
  return matches.includes(true)
}
