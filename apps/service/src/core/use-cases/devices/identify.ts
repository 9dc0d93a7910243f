import type { Core } from '../../core.ts'
import type { Device, DeviceDescription } from '../../model/devices/device.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import type { User } from '../../model/users/user.ts'
import { toUuid } from '../../uuid.ts'

const idPattern = /^[A-Za-z0-9_-]{8,64}$/
const textMembers = ['clientName', 'clientType', 'clientVersion', 'osArch', 'osName', 'osVersion'] as const
const numberMembers = ['screenHeight', 'screenWidth'] as const
const longestText = 48

/** Keeps the description of a device, truncated to fit into a session. An ID that we can't have issued is dropped. */
export function describeDevice(reported: Readonly<Record<string, unknown>>): Omit<FlowDevice, 'thumbprints'> {
  const device: DeviceDescription = {}
  for (const name of textMembers) {
    const value = reported[name]
    if (typeof value === 'string' && value !== '') device[name] = truncate(value)
  }
  for (const name of numberMembers) {
    const value = reported[name]
    if (typeof value === 'number' && Number.isFinite(value)) device[name] = value
  }
  if (typeof reported.hasBluetooth === 'boolean') device.hasBluetooth = reported.hasBluetooth
  const { deviceId } = reported
  return { deviceId: typeof deviceId === 'string' && idPattern.test(deviceId) ? deviceId : undefined, device }
}

// Truncation can split a surrogate pair; a single half can't be stored.
const truncate = (text: string) => text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')

/**
 * The device ID of a sign-in: the one that the client got before, otherwise one derived from what the client reports,
 * so that clients without storage don't add a device with every sign-in.
 */
export function chooseDeviceId(
  { keyed }: Pick<Core, 'keyed'>,
  userId: string,
  { deviceId, device }: Pick<FlowDevice, 'deviceId' | 'device'>,
): string {
  return deviceId ?? toUuid(keyed('device', JSON.stringify([userId, device.clientName, device.osName, device.osArch])))
}

/**
 * The device of a completed ceremony. `provenId`: the user's device that a proven key belongs to, which takes
 * precedence over the claimed ID.
 */
export const toDevice = (core: Core, userId: string, flow: FlowDevice & { provenId?: string | undefined }): Device => ({
  id: flow.provenId ?? chooseDeviceId(core, userId, flow),
  description: flow.device,
  thumbprints: flow.thumbprints,
  at: core.now(),
})

/** The same when no passkey was read that would tell which keys belong to the user. */
export async function identifyDevice(core: Core, { appId, id }: Pick<User, 'appId' | 'id'>, flow: FlowDevice) {
  const provenId = flow.thumbprints.length > 0 ? await core.store.devices.findByKeys(appId, id, flow) : undefined
  return toDevice(core, id, { ...flow, provenId })
}

/** A device in words, such as "Chrome on Linux". */
export function formatDeviceName({ clientName, osName }: DeviceDescription): string {
  // An app's name often says it: Shop for iOS.
  if (clientName && osName && !clientName.endsWith(` for ${osName}`)) return `${clientName} on ${osName}`
  return clientName ?? osName ?? 'Unknown device'
}
