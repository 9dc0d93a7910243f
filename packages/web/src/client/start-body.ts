import { createTrustItems, describeDevice } from '../browser/platform.ts'
import type { Client } from './client.ts'

/** The body that starts every flow: application, user, and device. */
export async function createStartBody<User extends object>(client: Client, user: User) {
  const [deviceInfo, trustItems] = await Promise.all([describeDevice(client), createTrustItems(client)])
  return { app: { id: client.appId }, deviceInfo, user, trustItems }
}
