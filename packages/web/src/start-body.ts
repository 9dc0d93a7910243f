import type { Client } from './client.ts'
import { describeDevice } from './device.ts'
import { createTrustItems } from './trust.ts'

/** The body that starts every flow: application, user, and device. */
export async function createStartBody<User extends object>(client: Client, user: User) {
  return {
    app: { id: client.appId },
    deviceInfo: await describeDevice(client),
    user,
    trustItems: await createTrustItems(),
  }
}
