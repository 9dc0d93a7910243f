import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { SeenDevice } from '../../model/devices/device.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'

/** A device as its owner, the first user seen on it, last used it. `userIds`: all users who signed in with its ID. */
export type SharedDevice = Omit<SeenDevice, 'userId'> & { userIds: string[]; passkeyIds: string[] }

type ManagedDevice = { backend: Backend; deviceId: string }

const unknownDevice = () => notFound('This application has no such device')

/**
 * A device of the application. Clients claim the ID, so another user who claims it doesn't change the description.
 * @throws AppError not_found: no such device, or another application's
 */
export async function findDevice({ store }: Core, { backend, deviceId }: ManagedDevice): Promise<SharedDevice> {
  const seen = await store.devices.findOfEveryUser(backend.application.id, deviceId)
  const [owner] = seen.toSorted((one, other) => one.firstSeenAt - other.firstSeenAt)
  if (!owner) throw unknownDevice()
  const { userId, passkeyIds, ...device } = owner
  return {
    ...device,
    userIds: seen.map(({ userId }) => userId),
    passkeyIds: seen.flatMap(({ passkeyIds }) => passkeyIds),
  }
}

/**
 * Deletes a device for every user who has it. Their passkeys stay: they aren't bound to it.
 * @throws AppError not_found
 */
export async function deleteDevice(core: Core, { backend, deviceId }: ManagedDevice): Promise<void> {
  const event = createBackendEvent(core, backend, { type: 'fido2.device.deleted', deviceId })
  const device = { appId: backend.application.id, id: deviceId }
  if (await core.store.commit([{ forgetDevice: device }, { append: event }])) throw unknownDevice()
}
