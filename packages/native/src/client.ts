import { type Client, createClient as createCoreClient, type DeviceInfo } from '@thumbturn/web/core'
import type { PasskeyPrompt } from './prompt.ts'
import { createStateStore, type StateStore, type TokenStorage } from './state-store.ts'
import type { TrustKey } from './trust-key.ts'

/** The application's address, and what the app provides. */
export interface ClientOptions {
  /** Base URL of the application, as shown in the dashboard. */
  baseUrl: string
  /** Application ID; taken from baseUrl by default. */
  appId?: string | undefined
  /** The system's dialog. */
  prompt: PasskeyPrompt
  /** Where to keep the access token and the ID of the device; in memory by default. */
  storage?: TokenStorage | undefined
  /** Describes the device in the user's list of passkeys and in the log. */
  device?: Omit<DeviceInfo, 'deviceId'> | undefined
  /** A key of this device, which proves to the service that it was here before. */
  trustKey?: TrustKey | undefined
  /** Set to true to stop reporting failed ceremonies to the service. */
  disableAnalytics?: boolean | undefined
}

/** The parts of a client that its app provides. */
export interface Equipment extends Pick<ClientOptions, 'prompt' | 'device' | 'trustKey'> {
  state: StateStore
}

const equipment = new WeakMap<Client, Equipment>()

/**
 * Creates a client for one application. Uses neither network nor storage.
 * @throws TypeError if baseUrl is not a URL, or names no application
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, appId, disableAnalytics } = options
  // Replaced at once, because the name of the state needs the ID of the application.
  const named = createCoreClient({ baseUrl, appId, disableAnalytics })
  const state = createStateStore(named.appId, options.storage)
  const client = { ...named, tokenStore: state.tokenStore }
  equipment.set(client, { ...options, state })
  return client
}

/** @throws TypeError if the client is one of @thumbturn/web */
export function findEquipment(client: Client): Equipment {
  const found = equipment.get(client)
  if (!found) throw new TypeError('Not a client of @thumbturn/native')
  return found
}

/**
 * Runs a call with the stored state. A storage that fails doesn't end a sign-in: the state stays in memory, and the next call
 * tries to store it again.
 */
export async function runWithState<Result>(client: Client, run: () => Promise<Result> | Result): Promise<Result> {
  const { state } = findEquipment(client)
  await state.load()
  try {
    return await run()
  } finally {
    await state.save().catch(() => {})
  }
}
