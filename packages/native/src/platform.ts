// In place of browser/platform.ts of @thumbturn/web: the same functions for a system's dialog.
import {
  type Assertion,
  type AssertionRequest,
  type Client,
  type CreationOptionsJSON,
  type CreationResult,
  callService,
  createSignals,
  type DeviceInfo,
  decodeToken,
  type ErrorResponse,
  type RequestOptionsJSON,
  reportFailure,
  runAbortable,
  type TokenStore,
  toAssertionResult,
  toCreationResult,
  waitBriefly,
  watchRegistrations,
} from '@thumbturn/web/core'
import { findEquipment } from './client.ts'
import { toPasskeyError } from './errors.ts'
import { createTrustItem } from './trust-key.ts'

/** Longest that signals are waited for, in milliseconds. */
const patienceMs = 3000

/** Creates a passkey, and reports a failure to the service. @throws PasskeyError if the dialog ends without a passkey */
export async function createCredential(
  client: Client,
  { session, options }: { session: string; options: CreationOptionsJSON },
  { conditionalCreate = false, signal: outer }: { conditionalCreate?: boolean | undefined; signal: AbortSignal },
): Promise<CreationResult> {
  const create = async ({ signal }: AbortController) => {
    const created = await findEquipment(client).prompt.create(options, { conditionalCreate, signal })
    const result = toCreationResult(created as Credential | null)
    // Nothing will register it, so account pickers should not show it.
    if (signal.aborted)
      void sendSignal(client, ({ signalUnknown }) => signalUnknown(options.rp.id!, result.credentialId))
    return result
  }
  try {
    // The session ends, even if a plugin never returns.
    return await runAbortable(outer, create, options.timeout)
  } catch (cause) {
    throw fail(client, { session, cause, rpId: options.rp.id, isCreation: true, signal: outer })
  }
}

/** Signs the challenge, and reports a failure to the service. @throws PasskeyError if the dialog ends without an assertion */
export async function createAssertion(
  client: Client,
  { session, assertionOptions }: { session: string; assertionOptions: RequestOptionsJSON },
  { hints, signal: outer, uiMode }: AssertionRequest,
): Promise<Assertion> {
  const options = { ...(assertionOptions as RequestOptionsJSON & { rpId?: string; timeout?: number }) }
  const immediate = uiMode === 'immediate'
  if (hints) Object.assign(options, { hints })
  try {
    const { prompt } = findEquipment(client)
    const credential = await runAbortable(
      outer,
      ({ signal }) => prompt.get(options, { immediate, signal }),
      options.timeout,
    )
    return { session, assertionResult: toAssertionResult(credential as Credential | null) }
  } catch (cause) {
    throw fail(client, { session, cause, rpId: options.rpId, signal: outer })
  }
}

interface Failure {
  session: string
  cause: unknown
  rpId: string | undefined
  isCreation?: boolean
  signal: AbortSignal
}

function fail(client: Client, { session, cause, signal, ...context }: Failure) {
  const error = toPasskeyError(cause, context)
  if (!signal.aborted) reportFailure(client, session, error)
  return error
}

/** Keeps nothing: clients of this package bring a store of their own. */
export const createDefaultTokenStore = (_appId: string): TokenStore => ({ get: () => undefined, set() {}, clear() {} })

/** The app's description of the device, with the ID that the service gave it. */
export async function describeDevice(client: Client): Promise<DeviceInfo> {
  const { device, state } = findEquipment(client)
  return { clientType: 'other', ...device, deviceId: state.deviceId }
}

/** Stores the ID that the service gave this device. */
export function storeDeviceId(client: Client, id: string | undefined): void {
  if (id) findEquipment(client).state.deviceId = id
}

/** A proof with the key of the device, if it has one. Never fails: other devices count as unknown. */
export async function createTrustItems(client: Client): Promise<{ auth: string } | undefined> {
  const { trustKey } = findEquipment(client)
  return trustKey && waitBriefly(async () => ({ auth: await createTrustItem(trustKey) }))
}

/** Truthy if the plugin passes signals to the system. */
export const canSignal = (client: Client): unknown => findEquipment(client).prompt.signal

/** Sends signals if the plugin passes them on. Never fails: no call depends on it. */
export async function signal(
  client: Client,
  send: (signals: ReturnType<typeof createSignals>) => Promise<unknown>,
): Promise<void> {
  const { prompt } = findEquipment(client)
  if (!prompt.signal) return
  const deliver = (...args: Parameters<NonNullable<typeof prompt.signal>>) => prompt.signal?.(...args)
  const signals = createSignals({ callService, decodeToken, waitBriefly, watchRegistrations, deliver })
  await waitBriefly(() => send(signals), patienceMs)
}

const sendSignal = signal

/** Why a call has no response. */
export const explainNoResponse = (_client: Client, url: string): ErrorResponse => ({
  status: 0,
  msg: `No response from ${url}: check baseUrl, and that this device reaches it; its localhost isn't your computer's`,
  msgCode: 'unreachable',
})

// A client checks what its plugin can do before it starts such a call.
export const hasWebAuthn = (): boolean => true
export const isConditionalCreateAvailable = async (): Promise<boolean> => true
export const isImmediateSignInAvailable = async (): Promise<boolean> => true
/** No system has a dialog for payments. */
export const isPaymentConfirmationAvailable = async (): Promise<boolean> => false
