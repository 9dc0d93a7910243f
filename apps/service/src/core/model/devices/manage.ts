import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { type Backend, eventBy } from '../applications/backend.ts'
import type { SeenDevice } from './device.ts'

/** A device as its owner left it: the user who was first seen on it. `userIds`: of all who signed in under its id. */
export type SharedDevice = Omit<SeenDevice, 'userId'> & { userIds: string[]; passkeyIds: string[] }

type Managed = { backend: Backend; deviceId: string }

const unknownDevice = () => notFound('This application has no such device')

/**
 * A device of the application. Clients claim the id, so another user who claims it changes nothing of what it says.
 * @throws AppError not_found: no such device, or another application's
 */
export async function findDevice({ store }: Core, { backend, deviceId }: Managed): Promise<SharedDevice> {
  const seen = await store.devices.findOfEveryUser(backend.application.id, deviceId)
  const [owner] = seen.toSorted((one, other) => one.firstSeenAt - other.firstSeenAt)
  if (!owner) throw unknownDevice()
  const { userId: _, passkeyIds: __, ...device } = owner
  return {
    ...device,
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
