import type { Client } from './client.ts'
import { describeDevice } from './device.ts'
import { createTrustItems } from './trust.ts'

/** The body that starts every flow: application, user, and device. */
export async function createStartBody<User extends object>(client: Client, user: User) {
  const [deviceInfo, trustItems] = await Promise.all([describeDevice(client), createTrustItems()])
  return { app: { id: client.appId }, deviceInfo, user, trustItems }
}
