import type { DeviceDescription } from './device.ts'

/** The part that a flow keeps of the device that started it. `thumbprints`: the keys that it proved to hold (RFC 7638). */
export type FlowDevice = { deviceId: string | undefined; device: DeviceDescription; thumbprints: readonly string[] }
