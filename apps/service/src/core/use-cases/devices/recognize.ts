import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { withUserAgent } from '../../model/devices/user-agent.ts'
import type { ProvenKeys, TrustItems } from '../../ports/trust-verifier.ts'
import { describeDevice } from './identify.ts'
import { listThumbprints, verifyTrustItems } from './trust.ts'

/** The report of a call about its device. The header fills only what `deviceInfo` lacks. */
export type DeviceReport = {
  deviceInfo?: Readonly<Record<string, unknown>>
  trustItems?: TrustItems
  /** The keys that the trust items prove, if already verified. */
  keys?: ProvenKeys
  userAgent?: string | undefined
}

/** The part of the starting device that a flow keeps. Invalid values never cause an error. */
export function recognizeDevice(
  core: Pick<Core, 'userAgents' | 'trust'>,
  { deviceInfo = {}, trustItems, userAgent, ...report }: DeviceReport,
): Eventual<FlowDevice> {
  const { deviceId, device } = describeDevice(deviceInfo)
  return after(report.keys ?? verifyTrustItems(core, trustItems), (keys) => ({
    deviceId,
    device: withUserAgent(core.userAgents, device, userAgent),
    thumbprints: listThumbprints(keys),
  }))
}
