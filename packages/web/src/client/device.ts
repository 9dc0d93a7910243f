import { readCapabilities } from '../browser/support.ts'
import { readOptional, waitBriefly } from '../browser/tolerance.ts'
import type { DeviceInfo } from '../types.ts'
import type { Client } from './client.ts'

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
  const [hints, capabilities] = await Promise.all([waitBriefly(readAgentHints), readCapabilities()])
  return {
    clientType: /; wv\)|(?:iPhone|iPad)(?!.*Safari)/.test(navigator.userAgent) ? 'webview' : 'browser',
    deviceId: readLine(() => readDeviceId(client)),
    osArch: readLine(() => hints!.architecture),
    osName: readLine(() => hints!.platform),
    osVersion: readLine(() => hints!.platformVersion),
    screenHeight: readSize(() => screen.height),
    screenWidth: readSize(() => screen.width),
    webauthnCapabilities: readLine(() => JSON.stringify(capabilities), 8192),
  }
}

const readAgentHints = () =>
  (navigator as Navigator & { userAgentData?: AgentHints }).userAgentData?.getHighEntropyValues([
    'architecture',
    'platformVersion',
  ])

/** A line of text; undefined if it is none that the service accepts. */
function readLine(read: () => unknown, maxLength = 256): string | undefined {
  const text = readOptional(read)
  return typeof text === 'string' && text.length <= maxLength && /^\P{C}+$/u.test(text) ? text : undefined
}

function readSize(read: () => number): number | undefined {
  const size = readOptional(read)
  return Number.isFinite(size) ? size : undefined
}

/** The ID that the service gave this device. Storage can be blocked, which must not stop a sign-in. */
export const readDeviceId = (client: Client): string | undefined =>
  readOptional(() => localStorage.getItem(toDeviceIdKey(client)))

/** Stores the ID that the service gave this device. */
export function storeDeviceId(client: Client, id: string | undefined): void {
  try {
    if (id) localStorage.setItem(toDeviceIdKey(client), id)
  } catch {}
}
