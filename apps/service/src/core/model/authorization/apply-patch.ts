import type { ClientPatch } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { ClientSettings } from './client.ts'

/** The settings with those that a request chooses. Empty texts, no keys, and `none` remove what can be absent. */
export function applyClientPatch<Settings extends Partial<ClientSettings>>(
  settings: Settings,
  patch: ClientPatch,
): Settings & Partial<ClientSettings> {
  const changed = Object.entries(patch).filter(([, value]) => value !== undefined)
  const given = Object.fromEntries(changed.filter(([name, value]) => !removes(name, value)))
  const removed = new Set(changed.filter(([name, value]) => removes(name, value)).map(([name]) => name))
  const kept = Object.fromEntries(Object.entries(settings).filter(([name]) => !removed.has(name)))
  return { ...kept, ...given } as Settings & Partial<ClientSettings>
}

const removes = (name: string, value: unknown) =>
  value === '' ||
  (name === 'userinfoAlg' && value === 'none') ||
  (name === 'jwks' && (value as NonNullable<ClientPatch['jwks']>).keys.length === 0)

/** The settings of a client, without what the service adds. */
export function listClientSettings(client: ClientSettings & Readonly<Record<string, unknown>>): ClientSettings {
  const { appId: _appId, id: _id, secrets: _secrets, version: _version, ...rest } = client
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...settings } = rest
  return settings
}
