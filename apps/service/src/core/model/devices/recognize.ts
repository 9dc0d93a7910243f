import type { Core } from '../../core.ts'
import type { ProvenKeys, TrustItems } from '../../ports/trust-verifier.ts'
import type { FlowDevice } from './flow-device.ts'
import { describeDevice } from './identify.ts'
import { distinctKeys, proveKeys } from './trust.ts'
import { withUserAgent } from './user-agent.ts'

/** What a call says of the device it comes from: the header counts only where `deviceInfo` is silent. */
export type DeviceSaid = {
  deviceInfo?: Readonly<Record<string, unknown>>
  trustItems?: TrustItems
  /** What the trust items prove, where that is known already. */
  keys?: ProvenKeys
  userAgent?: string | undefined
}

/** What a flow keeps of the device it begins on. Nothing that is said can make it fail. */
export async function recogniseDevice(
  core: Pick<Core, 'userAgents' | 'trust'>,
  { deviceInfo = {}, trustItems, userAgent, ...said }: DeviceSaid,
): Promise<FlowDevice> {
  const { deviceId, device } = describeDevice(deviceInfo)
  const keys = said.keys ?? (await proveKeys(core, trustItems))
  return {
    deviceId,
    device: withUserAgent(core.userAgents, device, userAgent),
    thumbprints: distinctKeys(keys),
  }
}
