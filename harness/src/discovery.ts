import type { Match, MatchResult } from '@thumbturn/service/core/flows/discovery/rules.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { backend } from './backend.ts'
import type { Service } from './service.ts'
import {
  app,
  completeRegistration,
  type Device,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  type Tokens,
} from './situations.ts'
import { trustKey } from './trust.ts'

/** The report of a backend about the browser. */
export type Asking = {
  username: string
  userAgent?: string
  deviceInfo?: Readonly<Record<string, unknown>>
  trustItems?: object
}

export type RegisteredUser = Tokens & { device: Device; username: string }

type Kind = Parameters<typeof newDevice>[0]

/** One row of the rules: the user, the browser, and the expected response. */
export type Case = {
  what: string
  rule: string
  match: Match
  matchResult: MatchResult
  /** The application offers one-time codes. */
  codes?: true
  certainOnly?: true
  asking(service: Service): Promise<Asking>
}

export const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const iphone = { clientName: 'Safari', osName: 'iOS' }
const windows = { clientName: 'Chrome', osName: 'Windows' }

const bound: Kind = { transports: ['internal'] }
const phone: Kind = { transports: ['internal', 'hybrid'] }
const synced: Kind = { ...phone, backupEligible: true, backedUp: true }
const securityKey: Kind = { transports: ['usb', 'nfc'] }

/** A user who registered with such an authenticator, on a device that reported these capabilities. */
export async function registeredOn(
  service: Service,
  kind: Kind,
  report: Partial<Asking> = {},
): Promise<RegisteredUser> {
  const [device, username] = [newDevice(kind), newName()]
  const body = { app, deviceInfo: report.deviceInfo ?? windows, trustItems: report.trustItems, user: { username } }
  const started = readBody<RegistrationInit>(await service.post('/reg/init', body))
  const done = await completeRegistration(service, started, { device })
  return { ...readBody<Tokens>(done), device, username }
}

const from = (who: RegisteredUser, deviceInfo: Asking['deviceInfo'] = {}): Asking => ({
  username: who.username,
  deviceInfo,
})
const again = (who: RegisteredUser, webauthnCapabilities?: unknown) =>
  from(who, { ...windows, deviceId: who.deviceId, ...(webauthnCapabilities !== undefined && { webauthnCapabilities }) })

const noPlatform = { userVerifyingPlatformAuthenticator: false }
const noHybrid = { hybridTransport: false }

async function bare(service: Service): Promise<Asking> {
  const who = await registeredOn(service, bound)
  await service.ask('DELETE', `/passkeys/${who.passkeyId}`, { token: who.jwtAccess })
  return again(who)
}

const found = { rule: 'used-here', match: 'yes', matchResult: 'PasskeyFound' } as const
const inEcosystem = { rule: 'synced-in-ecosystem', match: 'high_chance', matchResult: 'PasskeyLikely' } as const
const byKey = { rule: 'security-key', match: 'high_chance', matchResult: 'PasskeyLikely' } as const
const elsewhere = { rule: 'on-another-device', match: 'low_chance', matchResult: 'CrossAuth' } as const
const codes = { rule: 'codes', match: 'no', matchResult: 'CrossAuth', codes: true } as const
const nothing = { rule: 'nothing', match: 'no', matchResult: 'NoAuthMethod' } as const

const users: Case[] = [
  {
    what: 'the username is unknown',
    rule: 'unknown-user',
    match: 'no',
    matchResult: 'UserNotFound',
    codes: true,
    asking: async () => ({ username: newName('unknown') }),
  },
  {
    what: 'the user is deactivated',
    rule: 'deactivated-user',
    match: 'no',
    matchResult: 'NoAuthMethod',
    codes: true,
    async asking(service) {
      const who = await registeredOn(service, phone)
      const { query } = (service as Service & { database: { query(sql: string): Promise<unknown> } }).database
      await query(`update users set status = 'inactive' where id = '${who.userId}'`)
      return again(who)
    },
  },
  { what: 'the user has no passkey, and codes are offered', ...codes, asking: bare },
  { what: 'the user has no passkey, and nothing else is offered', ...nothing, asking: bare },
  {
    what: 'the blacklist blocks sign-ins with the model of the only passkey',
    ...nothing,
    async asking(service) {
      const aaguid = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
      const who = await registeredOn(service, { ...phone, aaguid })
      const { ask } = await backend(service)
      await ask('POST', '/aaguids/blacklist', { items: [{ aaguid, auth: true, reg: false }] })
      return again(who)
    },
  },
]

const onThisDevice: Case[] = [
  {
    what: 'the passkey was registered on the device with that ID',
    ...found,
    asking: async (service) => again(await registeredOn(service, bound)),
  },
  {
    what: 'the device proves possession of a key from the registration, whatever ID it claims',
    ...found,
    async asking(service) {
      const key = trustKey()
      const trustItems = { auth: key.item(service.clock.now()) }
      const who = await registeredOn(service, bound, { trustItems })
      return { ...from(who, { deviceId: 'another-device' }), trustItems: { wallet: trustItems.auth } }
    },
  },
  {
    what: 'the browser supports only passkeys on a phone, and one was used here',
    ...found,
    asking: async (service) => again(await registeredOn(service, phone), noPlatform),
  },
  {
    what: 'the capabilities of the browser are malformed',
    ...found,
    asking: async (service) => again(await registeredOn(service, bound), '{"passkeyPlatformAuthenticator":fal'),
  },
  {
    what: 'only certain matches are requested, and the device is known',
    ...found,
    certainOnly: true,
    asking: async (service) => again(await registeredOn(service, synced)),
  },
  {
    what: 'the browser no longer has an authenticator',
    ...nothing,
    asking: async (service) => again(await registeredOn(service, bound), JSON.stringify(noPlatform)),
  },
  {
    what: 'the browser supports neither its own passkeys nor those on a phone',
    ...codes,
    asking: async (service) => again(await registeredOn(service, phone), { passkeyPlatformAuthenticator: false }),
  },
]

const elsewhereOrLikely: Case[] = [
  {
    what: 'a synced passkey was created on a system of the same vendor, according to the User-Agent',
    ...inEcosystem,
    async asking(service) {
      const { username } = await registeredOn(service, synced, { deviceInfo: iphone })
      return { username, userAgent: mac }
    },
  },
  {
    what: 'a synced passkey was created on a system of another vendor',
    ...elsewhere,
    asking: async (service) => from(await registeredOn(service, synced, { deviceInfo: iphone }), windows),
  },
  {
    what: 'a synced passkey is of the same vendor, but the browser has no authenticator',
    ...elsewhere,
    asking: async (service) =>
      from(await registeredOn(service, synced), { ...windows, webauthnCapabilities: noPlatform }),
  },
  {
    what: 'only certain matches are requested, and a synced passkey would be a guess',
    ...elsewhere,
    certainOnly: true,
    asking: async (service) => from(await registeredOn(service, synced), windows),
  },
  {
    what: 'the passkey is on a security key that was used elsewhere',
    ...byKey,
    asking: async (service) => from(await registeredOn(service, securityKey), iphone),
  },
  {
    what: 'the passkey is on a security key that was used here, and might not be plugged in',
    ...byKey,
    asking: async (service) => again(await registeredOn(service, securityKey)),
  },
  {
    what: 'only certain matches are requested, and a security key would be a guess',
    ...nothing,
    certainOnly: true,
    asking: async (service) => again(await registeredOn(service, securityKey)),
  },
  {
    what: 'the passkey is on a phone, which can be brought near',
    ...elsewhere,
    asking: async (service) => from(await registeredOn(service, phone), iphone),
  },
  {
    what: 'the authenticator reported no transports',
    ...elsewhere,
    asking: async (service) => from(await registeredOn(service, { transports: [] }), iphone),
  },
  {
    what: 'the device claims the ID of another user’s device',
    ...elsewhere,
    async asking(service) {
      const other = await registeredOn(service, phone)
      return from(await registeredOn(service, phone, { deviceInfo: iphone }), { deviceId: other.deviceId })
    },
  },
  {
    what: 'the item that proves the key of the device has expired',
    ...elsewhere,
    async asking(service) {
      const key = trustKey()
      const who = await registeredOn(service, phone, { trustItems: { auth: key.item(service.clock.now()) } })
      return { ...from(who), trustItems: { auth: key.item(service.clock.now() - 180_000) } }
    },
  },
  {
    what: 'this browser can’t reach the phone, and codes are offered',
    ...codes,
    asking: async (service) => from(await registeredOn(service, phone), { ...iphone, webauthnCapabilities: noHybrid }),
  },
  {
    what: 'the passkey is bound to another computer',
    ...nothing,
    asking: async (service) => from(await registeredOn(service, bound), iphone),
  },
]

/** Every rule of the website's page "Discovery rules", most of them several times. */
export const cases: readonly Case[] = [...users, ...onThisDevice, ...elsewhereOrLikely]

/** Sets whether the application offers one-time codes. */
export const offerCodes = ({ core, application }: Service, offered: boolean) =>
  changeApplication(core, application, { settings: { crossAuthMethods: offered ? ['otp'] : [] } })
