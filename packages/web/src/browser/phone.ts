import { waitBriefly } from './tolerance.ts'

/**
 * Whether the passkey of a phone can be used on this device; false if the browser reports that Bluetooth is missing, true if
 * it doesn't say.
 */
export async function isHybridAvailable(): Promise<boolean> {
  return import('./hybrid.ts').then(async ({ isBluetoothMissing }) => !(await isBluetoothMissing(waitBriefly)))
}
