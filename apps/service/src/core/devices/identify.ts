import type { Core } from '../core.ts'
import { asUuid } from '../uuid.ts'
import type { Device, DeviceDescription } from './device.ts'

/** What a flow keeps of the device it began on. `thumbprints`: the keys that it proved to hold (RFC 7638). */
export type FlowDevice = { deviceId: string | undefined; device: DeviceDescription; thumbprints: readonly string[] }

const idPattern = /^[A-Za-z0-9_-]{8,64}$/
const textMembers = ['clientName', 'clientType', 'clientVersion', 'osArch', 'osName', 'osVersion'] as const
const numberMembers = ['screenHeight', 'screenWidth'] as const
const longestText = 48

/** Keeps what describes a device, cut to sizes that a session can carry. An id that we cannot have given is dropped. */
export function describeDevice(said: Readonly<Record<string, unknown>>): Omit<FlowDevice, 'thumbprints'> {
  const device: DeviceDescription = {}
  for (const name of textMembers) {
    const value = said[name]
    if (typeof value === 'string' && value !== '') device[name] = cut(value)
  }
  for (const name of numberMembers) {
    const value = said[name]
    if (typeof value === 'number' && Number.isFinite(value)) device[name] = value
  }
  const { deviceId } = said
  return { deviceId: typeof deviceId === 'string' && idPattern.test(deviceId) ? deviceId : undefined, device }
}

// A character outside the first 65,536 is two units; half of one could not be stored.
const cut = (text: string) => text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')

/**
 * The device id of a user's sign-in: the one that the client was given before, otherwise one derived from what it says
 * of itself. Clients that keep no id must not leave one more device behind at every sign-in.
 */
export function deviceIdFor(
  { keyed }: Pick<Core, 'keyed'>,
  userId: string,
  { deviceId, device }: Pick<FlowDevice, 'deviceId' | 'device'>,
): string {
  return deviceId ?? asUuid(keyed('device', JSON.stringify([userId, device.clientName, device.osName, device.osArch])))
}

/** The device of a completed ceremony, to be written with it. */
export const deviceSeen = (core: Core, userId: string, flow: FlowDevice): Device => ({
  id: deviceIdFor(core, userId, flow),
  description: flow.device,
  thumbprints: flow.thumbprints,
  at: core.now(),
})

/** A device in words, such as "Chrome on Linux". */
export function deviceName({ clientName, osName }: DeviceDescription): string {
  if (clientName && osName) return `${clientName} on ${osName}`
  return clientName ?? osName ?? 'Unknown device'
}
