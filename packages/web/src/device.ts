import type { Client } from './client.ts'
import { capabilities } from './support.ts'
import type { DeviceInfo } from './types.ts'

/** User-Agent Client Hints, in Chromium only. */
interface AgentHints {
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string; platform?: string; platformVersion?: string }>
}

const toDeviceIdKey = (client: Client) => `thumbturn_${client.appId}_device-id`

/**
 * What the service is told of this device beyond the User-Agent header, which it reads itself. Never fails, what the
 * browser hides is left out.
 */
export async function describeDevice(client: Client): Promise<DeviceInfo> {
  const hints = await agentHints()
  return {
    clientType: /; wv\)|(?:iPhone|iPad)(?!.*Safari)/.test(navigator.userAgent) ? 'webview' : 'browser',
    deviceId: deviceId(client),
    osArch: hints?.architecture || undefined,
    osName: hints?.platform || undefined,
    osVersion: hints?.platformVersion || undefined,
    screenHeight: globalThis.screen?.height,
    screenWidth: globalThis.screen?.width,
    webauthnCapabilities: JSON.stringify(await capabilities()),
  }
}

function agentHints() {
  const hints = (navigator as Navigator & { userAgentData?: AgentHints }).userAgentData
  return hints?.getHighEntropyValues(['architecture', 'platformVersion']).catch(() => undefined)
}

/** The id the service gave this device; storage may be forbidden, which must not stop a sign-in. */
export function deviceId(client: Client): string | undefined {
  try {
    return localStorage.getItem(toDeviceIdKey(client)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the id that the service gave this device. */
export function keepDeviceId(client: Client, id: string | undefined): void {
  try {
    if (id) localStorage.setItem(toDeviceIdKey(client), id)
  } catch {}
}
