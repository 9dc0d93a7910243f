import type { PasskeyError } from './errors.ts'

// Loaded only when a ceremony fails, and imports nothing, so that both stay small.

type WebBluetooth = { bluetooth?: { getAvailability?(): Promise<boolean> } }

/** Whether the browser reports no Bluetooth, by its capabilities or as Web Bluetooth does. */
export async function isBluetoothMissing(): Promise<boolean> {
  const capabilities = await globalThis.PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined)
  if (capabilities?.hybridTransport === false) return true
  const { bluetooth } = navigator as WebBluetooth
  return (await bluetooth?.getAvailability?.().catch(() => undefined)) === false
}

/** Explains a canceled ceremony if Bluetooth is missing; other errors are returned unchanged. */
export async function explainHybrid(error: PasskeyError, Class: typeof PasskeyError): Promise<PasskeyError> {
  if (error.code !== 'ERROR_PASSKEY_ABORTED' || !(await isBluetoothMissing())) return error
  return new Class(
    'ERROR_BLUETOOTH_MISSING',
    error.cause,
    'No Bluetooth, which the passkey of a phone needs: offer another way, or check isHybridAvailable() first',
  )
}
