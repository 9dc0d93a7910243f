import type { PasskeyError } from '../errors.ts'
import type { waitBriefly } from './tolerance.ts'

// Loaded only when a ceremony fails, and imports nothing, so that both stay small.

type WebBluetooth = { bluetooth?: { getAvailability?(): Promise<boolean> } }
type Wait = typeof waitBriefly

/** Whether the browser reports no Bluetooth, by its capabilities or as Web Bluetooth does. */
export async function isBluetoothMissing(wait: Wait): Promise<boolean> {
  const capabilities = await wait(() => PublicKeyCredential.getClientCapabilities?.())
  if (capabilities?.hybridTransport === false) return true
  return (await wait(() => (navigator as WebBluetooth).bluetooth?.getAvailability?.())) === false
}

type Tools = { Class: typeof PasskeyError; wait: Wait }

/** Explains a canceled ceremony if Bluetooth is missing; other errors are returned unchanged. */
export async function explainHybrid(error: PasskeyError, { Class, wait }: Tools): Promise<PasskeyError> {
  if (error.code !== 'ERROR_PASSKEY_ABORTED' || !(await isBluetoothMissing(wait))) return error
  return new Class(
    'ERROR_BLUETOOTH_MISSING',
    error.cause,
    'No Bluetooth, which the passkey of a phone needs: offer another way, or check isHybridAvailable() first',
  )
}
