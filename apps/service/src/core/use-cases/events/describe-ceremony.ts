import type { Core } from '../../core.ts'
import type { DeviceDescription } from '../../model/devices/device.ts'

type Ceremony = { startedAt: number; device: DeviceDescription }

/** Describes the device and duration of a completed ceremony for its event, for analytics. */
export const describeCeremony = ({ now }: Pick<Core, 'now'>, { startedAt, device }: Ceremony) => ({
  os: device.osName,
  client: device.clientName,
  clientType: device.clientType,
  took: Math.max(0, now() - startedAt),
})
