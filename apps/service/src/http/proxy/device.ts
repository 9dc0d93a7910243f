import type { Eventual } from '../../core/after.ts'
import type { Core } from '../../core/core.ts'
import type { FlowDevice } from '../../core/model/devices/flow-device.ts'
import type { TrustItems } from '../../core/ports/trust-verifier.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'

type DeviceFields = {
  deviceInfo: Readonly<Record<string, unknown>> & { deviceId?: string; deviceID?: string }
  userAgent?: string
  trustItems?: TrustItems
}

/** The device of the browser behind the backend: the header of the call itself is the backend's own. */
export const recognizeUserDevice = (core: Core, { deviceInfo, ...fields }: DeviceFields): Eventual<FlowDevice> =>
  recognizeDevice(core, {
    ...fields,
    deviceInfo: { ...deviceInfo, deviceId: deviceInfo.deviceId ?? deviceInfo.deviceID },
  })
