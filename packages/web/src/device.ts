import type { Client } from './client.ts'
import { readCapabilities } from './support.ts'
import type { DeviceInfo } from './types.ts'

/** User-Agent Client Hints (Chromium only). */
interface AgentHints {
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string; platform?: string; platformVersion?: string }>
}

const toDeviceIdKey = (client: Client) => `thumbturn_${client.appId}_device-id`

/**
 * Describes this device, beyond the User-Agent header that the service reads itself. Never fails; details that the
 * browser hides are omitted.
 */
export async function describeDevice(client: Client): Promise<DeviceInfo> {
  const hints = await readAgentHints()
  return {
    clientType: /; wv\)|(?:iPhone|iPad)(?!.*Safari)/.test(navigator.userAgent) ? 'webview' : 'browser',
    deviceId: readDeviceId(client),
    osArch: hints?.architecture || undefined,
    osName: hints?.platform || undefined,
    osVersion: hints?.platformVersion || undefined,
    screenHeight: globalThis.screen?.height,
    screenWidth: globalThis.screen?.width,
    webauthnCapabilities: JSON.stringify(await readCapabilities()),
  }
}

function readAgentHints() {
  const hints = (navigator as Navigator & { userAgentData?: AgentHints }).userAgentData
  return hints?.getHighEntropyValues(['architecture', 'platformVersion']).catch(() => undefined)
}

/** The ID that the service gave this device. Storage can be blocked, which must not stop a sign-in. */
export function readDeviceId(client: Client): string | undefined {
  try {
    return localStorage.getItem(toDeviceIdKey(client)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the ID that the service gave this device. */
export function storeDeviceId(client: Client, id: string | undefined): void {
  try {
    if (id) localStorage.setItem(toDeviceIdKey(client), id)
  } catch {}
}
