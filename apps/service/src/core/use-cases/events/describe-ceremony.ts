import type { Core } from '../../core.ts'
import type { DeviceDescription } from '../../model/devices/device.ts'

type Ceremony = { startedAt: number; device: DeviceDescription }

/** What the event of a completed ceremony says about its device and duration, for analytics. */
export const describeCeremony = ({ now }: Pick<Core, 'now'>, { startedAt, device }: Ceremony) => ({
  os: device.osName,
  client: device.clientName,
  clientType: device.clientType,
  took: Math.max(0, now() - startedAt),
})
