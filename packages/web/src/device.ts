import type { Client } from './client.ts'
import type { DeviceInfo } from './types.ts'

/** Most particular first: nearly every browser also calls itself Chrome or Safari. */
const browsers: [name: string, version: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /OP[RT]\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

/** Android before Linux, iOS before macOS: each names the other too. */
const systems: [name: string, version: RegExp][] = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['Android', /Android ([\d.]+)/],
  ['iOS', /(?:iPhone|iPad).* OS ([\d_]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['ChromeOS', /CrOS \w+ ([\d.]+)/],
  ['Linux', /Linux()/],
]

/** User-Agent Client Hints, in Chromium only. */
interface AgentHints {
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string; platformVersion?: string }>
}

const keyOf = (client: Client) => `thumbturn_${client.appId}_device-id`

/** What the service is told of this device; never fails, what the browser hides is left out. */
export async function describeDevice(client: Client): Promise<DeviceInfo> {
  const agent = navigator.userAgent
  const [osName, osVersion] = firstMatch(systems, agent)
  const [clientName, clientVersion] = firstMatch(browsers, agent)
  const [hints, webauthnCapabilities] = await Promise.all([agentHints(), capabilities()])
  return {
    clientName,
    clientType: /; wv\)|(?:iPhone|iPad)(?!.*Safari)/.test(agent) ? 'webview' : 'browser',
    clientVersion,
    deviceId: deviceId(client),
    osArch: hints?.architecture || undefined,
    osName,
    osVersion: hints?.platformVersion || osVersion?.replaceAll('_', '.') || undefined,
    screenHeight: globalThis.screen?.height,
    screenWidth: globalThis.screen?.width,
    webauthnCapabilities,
  }
}

function firstMatch(table: [string, RegExp][], agent: string): [name?: string, version?: string] {
  for (const [name, pattern] of table) {
    const found = pattern.exec(agent)
    if (found) return [name, found[1]]
  }
  return []
}

function agentHints() {
  const hints = (navigator as Navigator & { userAgentData?: AgentHints }).userAgentData
  return hints?.getHighEntropyValues(['architecture', 'platformVersion']).catch(() => undefined)
}

async function capabilities(): Promise<string | undefined> {
  const known = await globalThis.PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined)
  return known && JSON.stringify(known)
}

/** The id the service gave this device; storage may be forbidden, which must not stop a sign-in. */
export function deviceId(client: Client): string | undefined {
  try {
    return localStorage.getItem(keyOf(client)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the id that the service gave this device. */
export function keepDeviceId(client: Client, id: string | undefined): void {
  try {
    if (id) localStorage.setItem(keyOf(client), id)
  } catch {}
}
