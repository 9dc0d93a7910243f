import type { DeviceDescription } from './device.ts'

/** What a flow keeps of the device it began on. `thumbprints`: the keys that it proved to hold (RFC 7638). */
export type FlowDevice = { deviceId: string | undefined; device: DeviceDescription; thumbprints: readonly string[] }
