import type { Client } from './client.ts'
import { describeDevice } from './device.ts'
import { trustItems } from './trust.ts'

/** The body that starts every flow: application, user, and device. */
export async function opening<User extends object>(client: Client, user: User) {
  return { app: { id: client.appId }, deviceInfo: await describeDevice(client), user, trustItems: await trustItems() }
}
