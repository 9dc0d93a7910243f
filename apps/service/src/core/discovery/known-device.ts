import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import { distinctKeys, proveKeys, type TrustItems } from '../devices/trust.ts'

/**
 * Whether a browser that shows these trust items has completed a ceremony at the application. Only who holds a key can
 * ask for it.
 */
export async function isKnownDevice(core: Core, { id }: Application, trustItems: TrustItems): Promise<boolean> {
  const keys = distinctKeys(await proveKeys(core, trustItems))
  const known = await Promise.all(keys.map((key) => core.store.devices.knowsKey(id, key)))
  return known.includes(true)
}
