import { type Backend, eventBy } from '../backend.ts'
import type { Core } from '../core.ts'
import { notFound } from '../errors.ts'
import type { SeenDevice } from './device.ts'

/** A device with all who use it: a machine that several people share has one id, and is one device. */
export type SharedDevice = Omit<SeenDevice, 'userId'> & { userIds: string[]; passkeyIds: string[] }

type Managed = { backend: Backend; deviceId: string }

const unknownDevice = () => notFound('This application has no such device')

/**
 * A device of the application: first seen by its first user, described as its last user left it.
 * @throws AppError not_found: no such device, or another application's
 */
export async function findDevice({ store }: Core, { backend, deviceId }: Managed): Promise<SharedDevice> {
  const seen = await store.devices.findOfEveryUser(backend.application.id, deviceId)
  const [last] = seen
  if (!last) throw unknownDevice()
  return {
    id: last.id,
    description: last.description,
    thumbprints: [...new Set(seen.flatMap(({ thumbprints }) => thumbprints))].sort(),
    firstSeenAt: Math.min(...seen.map(({ firstSeenAt }) => firstSeenAt)),
    lastSeenAt: last.lastSeenAt,
    userIds: seen.map(({ userId }) => userId),
    passkeyIds: seen.flatMap(({ passkeyIds }) => passkeyIds),
  }
}

/**
 * Forgets a device for every user who has it. Their passkeys stay: they are not bound to it.
 * @throws AppError not_found
 */
export async function deleteDevice(core: Core, { backend, deviceId }: Managed): Promise<void> {
  const event = eventBy(core, backend, { type: 'fido2.device.deleted', deviceId })
  if (!(await core.store.devices.remove(backend.application.id, deviceId, event))) throw unknownDevice()
}
