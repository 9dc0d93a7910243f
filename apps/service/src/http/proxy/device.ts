import type { Core } from '../../core/core.ts'
import type { FlowDevice } from '../../core/model/devices/flow-device.ts'
import { recognizeDevice } from '../../core/model/devices/recognize.ts'
import type { TrustItems } from '../../core/ports/trust-verifier.ts'

type Said = {
  deviceInfo: Readonly<Record<string, unknown>> & { deviceId?: string; deviceID?: string }
  userAgent?: string
  trustItems?: TrustItems
}

/** The device of the browser behind the backend: the header of the call itself is the backend's own. */
export const deviceBehind = (core: Core, { deviceInfo, ...said }: Said): Promise<FlowDevice> =>
  recognizeDevice(core, {
    ...said,
    deviceInfo: { ...deviceInfo, deviceId: deviceInfo.deviceId ?? deviceInfo.deviceID },
  })
