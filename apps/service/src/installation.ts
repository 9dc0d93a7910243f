import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { trustAuthorities } from './adapters/authorities.ts'
import { openBreachedPasswords } from './adapters/breached-passwords.ts'
import { createWebauthnCeremonies } from './adapters/ceremonies.ts'
import { createClientDocuments } from './adapters/client-documents/lazy.ts'
import { createClientProofs } from './adapters/client-proofs/lazy.ts'
import { type Channels, createCourier } from './adapters/couriers.ts'
import { createDestinations } from './adapters/destinations.ts'
import { deviceProofs } from './adapters/device-proofs.ts'
import { jwtForeignTokens } from './adapters/foreign-tokens.ts'
import { settleMasterKey } from './adapters/key-check.ts'
import { resolveMasterKey } from './adapters/key-sources/resolve.ts'
import { createLogoutReceivers } from './adapters/logout-receivers.ts'
import type { MailOptions } from './adapters/mail.ts'
import { noMetadata, type RunningMetadata } from './adapters/no-metadata.ts'
import { createOpenId } from './adapters/openid/lazy.ts'
import { createArgon2Passwords } from './adapters/passwords.ts'
import { phoneNumbers } from './adapters/phone-numbers.ts'
import { webauthnPublicKeys } from './adapters/public-keys.ts'
import { publicSuffixes } from './adapters/public-suffixes.ts'
import { createRandomBytes, createSystemRandom } from './adapters/random.ts'
import type { RootKey } from './adapters/root-key.ts'
import { createSecretBox } from './adapters/secret-box.ts'
import { createSealedSessions } from './adapters/sessions.ts'
import type { TextOptions } from './adapters/texts/provider.ts'
import { createJwtTokens } from './adapters/tokens.ts'
import { trustItemVerifier } from './adapters/trust-items.ts'
import { bowserUserAgents } from './adapters/user-agents.ts'
import { type Config, findKeySource, followStart, splitAddressList } from './config.ts'
import { watchClock } from './core/clock.ts'
import type { Core } from './core/core.ts'
import { isOutage, OperatorError } from './core/errors.ts'
import { composeCode, composeContactCode, composeCredentialCode } from './core/flows/otp/send.ts'
import type { Metadata } from './core/model/aaguids/metadata.ts'
import { createProviderDirectory, type NamedAuthenticator } from './core/model/aaguids/provider.ts'
import { createApplicationAddress } from './core/model/applications/address.ts'
import { createApiKeyUses } from './core/model/applications/key-uses.ts'
import { createRejectedOrigins } from './core/model/applications/rejected-origins.ts'
import { createKindCounts } from './core/model/events/kind-counts.ts'
import type { Courier } from './core/ports/courier.ts'
import { type Limiter, scaleLimiter, unlimited } from './core/ports/limiter.ts'
import type { Passwords } from './core/ports/passwords.ts'
import type { Store } from './core/ports/store.ts'
import { findLastStart, type LastStart } from './core/use-cases/applications/last-start.ts'
import { ensureOwnApplication } from './core/use-cases/applications/own.ts'
import { createApplicationRegistry } from './core/use-cases/applications/registry.ts'
import { createRejections } from './core/use-cases/events/rejections.ts'
import { createFailedCompletions } from './core/use-cases/limits/failed-completions.ts'
import { createMemoryLimiter } from './core/use-cases/limits/memory.ts'
import { createSharedLimiter } from './core/use-cases/limits/shared.ts'
import type { Composers } from './core/use-cases/messages/deliver.ts'
import { noticeComposers } from './core/use-cases/messages/notices.ts'
import { createOutboxCourier } from './core/use-cases/messages/outbox.ts'
import { createWatermark } from './core/watermark.ts'
import type { Environment } from './environment.ts'
import { unfinishedCopy } from './storage/copy/copy.ts'
import { makeDataFolder } from './storage/engine/folder.ts'
import type { EngineObserver } from './storage/engine/observer.ts'
import { explainUnopened } from './storage/engine/unopened.ts'
import { openStore } from './storage/open.ts'

type Parts = {
  store: Store
  root: RootKey
  baseUrl: string
  /** No metadata by default. */
  metadata?: Metadata
  /** The operator's names of authenticators; none by default. */
  authenticators?: readonly NamedAuthenticator[]
  /** By default, messages are kept for the developer. */
  courier?: Courier
  /** Whether a password was breached; by default none is. */
  isBreached?: Passwords['isBreached']
  /** The networks that connectors, single sign-on, and addresses of clients can lead to besides public ones; none by default. */
  connectorNetworks?: readonly string[] | undefined
  /** By default, calls aren't counted. */
  limits?: LimitOptions
  /** By default, the real clocks. */
  now?: () => number
  /** By default `now`, if given, so that a test has one clock unless it needs two. */
  monotonic?: () => number
}

export { lookupPublic } from './adapters/egress/addresses.ts'
export { hashRelease } from './adapters/release.ts'

/** Drafts each kind of message. */
export const composers: Composers = {
  code: composeCode,
  'verify-contact': composeContactCode,
  'credential-code': composeCredentialCode,
  ...noticeComposers,
}

/** The core of an open installation, its settings, and what its caller starts and stops. */
export type Installation = Core & { config: Config; metadata: RunningMetadata; channels: Channels }

/** `lastStart`: where the service last started, whose address `config` then has. */
export type OpenedInstallation = Installation & { lastStart: LastStart | undefined }

const pause: Core['pause'] = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {})

/** Connects the parts; nothing else knows them all. */
export function connect({ store, root, baseUrl, ...given }: Parts): Core {
  const { metadata = noMetadata, authenticators = [], now = Date.now } = given
  const monotonic = given.monotonic ?? given.now ?? systemMonotonic
  const bytes = createRandomBytes()
  const random = createSystemRandom(now, bytes)
  const openDestination = createDestinations({ networks: given.connectorNetworks ?? [], now })
  const watermark = createWatermark({ store: store.spentSessions, now, monotonic })
  return {
    baseUrl,
    store,
    applications: createApplicationRegistry(store.applications, { monotonic, pause }),
    sessions: createSealedSessions(root, { now, bytes, watermark: watermark.current }),
    tokens: createJwtTokens({
      root,
      store: store.applications,
      baseUrlOf: (application) => createApplicationAddress(application, baseUrl),
      now,
      monotonic,
      bytes,
      uuid: random.uuid,
      pause,
    }),
    foreignTokens: jwtForeignTokens,
    passwords: createArgon2Passwords(bytes, { isBreached: given.isBreached }),
    ceremonies: createWebauthnCeremonies({ now, metadata }),
    publicKeys: webauthnPublicKeys,
    providers: createProviderDirectory(authenticators, metadata),
    metadata,
    trust: trustItemVerifier(now),
    userAgents: bowserUserAgents,
    courier: given.courier ?? createOutboxCourier({ store, now }),
    openDestination: (connector) => openDestination({ ...connector, origin: baseUrl }),
    clientDocuments: createClientDocuments({ networks: given.connectorNetworks ?? [], monotonic }),
    clientProofs: createClientProofs({ networks: given.connectorNetworks ?? [], now, monotonic }),
    deviceProofs,
    logoutReceivers: createLogoutReceivers({ networks: given.connectorNetworks ?? [] }),
    openId: createOpenId({ networks: given.connectorNetworks ?? [], now, monotonic }),
    secretBox: createSecretBox(root, bytes),
    phoneNumbers,
    publicSuffixes,
    random,
    attempts: createKindCounts(),
    rejectedCalls: createKindCounts(),
    keyUses: createApiKeyUses(),
    rejectedOrigins: createRejectedOrigins(),
    failedCompletions: createFailedCompletions(),
    rejections: createRejections(),
    limiter: createLimiter({ store, root, monotonic }, given.limits),
    keyed: root.keyed,
    now,
    pause,
    monotonic,
    clock: watchClock({ now, monotonic }),
    watermark,
    microseconds: () => Math.round(monotonic() * 1000),
  }
}

/** CLOCK_MONOTONIC: the same for all processes of a machine, which nodes that share a SQLite file rely on. */
const systemMonotonic = () => Number(process.hrtime.bigint() / 1000n) / 1000

/** `factor` multiplies every limit. */
export type LimitOptions = { store: 'memory' | 'database'; factor: number }

function readLimits({ RATE_LIMITS, RATE_LIMIT_STORE: store }: Config): LimitOptions | undefined {
  if (RATE_LIMITS === 'off') return undefined
  return { store, factor: RATE_LIMITS === 'on' ? 1 : Number(RATE_LIMITS) }
}

type Counting = { store: Store; root: RootKey; monotonic: () => number }

function createLimiter({ store, root, monotonic }: Counting, limits: LimitOptions | undefined): Limiter {
  if (limits === undefined) return unlimited
  const hash = (key: string) => root.keyed('limit', key).toString('base64url')
  const limiter =
    limits.store === 'memory'
      ? createMemoryLimiter(monotonic)
      : createSharedLimiter({ store: store.limits, hash, monotonic })
  return limits.factor === 1 ? limiter : scaleLimiter(limiter, limits.factor)
}

/** Lets every connection of this process trust the operator's own certificate authorities. @throws OperatorError that names the setting */
export function trustOwnAuthorities({ CA_FILE }: Config): void {
  if (CA_FILE !== undefined) trustAuthorities(CA_FILE)
}

/**
 * Opens the data of an installation for a command that has this environment, and creates what a first run needs. The caller
 * closes its store, and starts and stops its metadata.
 */
export async function openInstallation(given: Config, env: Environment = {}): Promise<OpenedInstallation> {
  let lastStart: LastStart | undefined
  const settle = async (store: Store) => {
    lastStart = await findLastStart(store)
    return followStart(given, env, lastStart)
  }
  const core = await openData(given, { settle })
  // An open store would keep the process alive.
  await ensureOwnApplication(core, core.baseUrl).catch(closeAndThrow(core.store)).catch(raiseExplained(given))
  return { ...core, lastStart }
}

/** Names the database, and says how to mend it, if the error is that it can't be used. */
export const explainOutage = (error: unknown, { DATABASE_URL }: Config): unknown =>
  isOutage(error) ? explainUnopened(error, DATABASE_URL) : error

const raiseExplained =
  (config: Config) =>
  (error: unknown): never => {
    throw explainOutage(error, config)
  }

type Opening = {
  /** Watch the database. */
  observers?: readonly EngineObserver[]
  /** Completes the settings with what the database knows; by default, nothing. */
  settle?: (store: Store) => Promise<Config>
}

/** The same without the installation's own application, as its origin may not be known yet. */
export async function openData(given: Config, { observers, settle }: Opening = {}): Promise<Installation> {
  const { THUMBTURN_MASTER_KEY: masterKey } = await resolveMasterKey(given)
  inDataFolder(given.DATA_DIR, () => makeDataFolder(given.DATA_DIR))
  const authenticators = await readNamedAuthenticators(given)
  const metadata = await createMetadata(given)
  const isBreached = await createBreachCheck(given)
  const store = await openDatabase(given, observers)
  const root = await settleRootKey(store, given, masterKey)
  const config = settle ? await settle(store).catch(closeAndThrow(store)).catch(raiseExplained(given)) : given
  const channels = await createChannels(config, store)
  const core = connect({
    store,
    root,
    baseUrl: config.BASE_URL,
    metadata,
    authenticators,
    limits: readLimits(config),
    courier: createCourier(channels),
    isBreached,
    connectorNetworks: splitAddressList(config.CONNECTOR_NETWORKS),
  })
  return { ...core, config, metadata, channels }
}

async function openDatabase(config: Config, observers: Opening['observers']): Promise<Store> {
  const { DATABASE_URL, DATABASE_REPLICA_URL: url, MIGRATE_AT_START } = config
  const { THUMBTURN_MESSAGE_QUEUE: messageRoom, DATABASE_POOL: poolSize } = config
  const [replica, migrates] = [url === undefined ? undefined : { url }, MIGRATE_AT_START === 'on']
  const store = await openStore(DATABASE_URL, { messageRoom, poolSize, replica, observers, migrates })
  await rejectUnfinishedCopy(store).catch(closeAndThrow(store)).catch(raiseExplained(config))
  return store
}

/** The key that seals the data, which the master key opens. */
function settleRootKey(store: Store, config: Config, given: string | undefined): Promise<RootKey> {
  const { DATA_DIR: folder } = config
  return settleMasterKey({ store, given, source: findKeySource(config), folder, random: randomBytes })
    .catch((error: unknown) => inDataFolder(folder, () => raise(error)))
    .catch(closeAndThrow(store))
    .catch(raiseExplained(config))
}

/** Part of an installation would respond as if the rest had never existed. */
async function rejectUnfinishedCopy({ installation }: Store): Promise<void> {
  if ((await installation.find(unfinishedCopy)) === undefined) return
  throw new OperatorError(
    'database_unusable',
    'This database is an incomplete copy: finish `thumbturn migrate --to` with this database first.',
  )
}

const raise = (error: unknown): never => {
  throw error
}

const closeAndThrow =
  (store: Store) =>
  async (error: unknown): Promise<never> => {
    await store.close()
    throw error
  }

/** Names the setting if the file system rejects it. */
function inDataFolder<T>(folder: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    const message = `DATA_DIR cannot be written: ${resolve(folder)} (${code}). Make it writable, or choose another.`
    throw new OperatorError('invalid_settings', message, { cause: error })
  }
}

/** The delivery service of each channel; the outbox exists only in development. */
async function createChannels(config: Config, store: Store): Promise<Channels> {
  const { SMTP_URL, SMTP_CA, MAIL_FROM, SMS_URL, SMS_FROM, SMS_SECRET, THUMBTURN_MODE } = config
  const { hostname: host } = new URL(config.BASE_URL)
  return {
    ...(SMTP_URL && MAIL_FROM && { mail: await createMail({ url: SMTP_URL, from: MAIL_FROM, host, caFile: SMTP_CA }) }),
    ...(SMS_URL && { texts: await createTexts({ url: SMS_URL, from: SMS_FROM, secret: SMS_SECRET, now: Date.now }) }),
    ...(THUMBTURN_MODE === 'development' && { outbox: createOutboxCourier({ store, now: Date.now }) }),
  }
}

const createMail = async (options: MailOptions) => (await import('./adapters/mail.ts')).createMailServer(options)

const createTexts = async (options: TextOptions) => (await import('./adapters/texts.ts')).createTextProvider(options)

/** Its certificate libraries take 30 MB that an installation without metadata doesn't need. */
async function createMetadata({ FIDO_METADATA, FIDO_METADATA_ROOT, DATA_DIR }: Config): Promise<RunningMetadata> {
  const { readTrustFile } = await import('./adapters/metadata/root.ts')
  const trust = FIDO_METADATA_ROOT === undefined ? undefined : readTrustFile(FIDO_METADATA_ROOT)
  if (FIDO_METADATA === undefined) return noMetadata
  const { openMetadata } = await import('./adapters/metadata.ts')
  return openMetadata({ source: FIDO_METADATA, folder: DATA_DIR, trust, now: Date.now })
}

async function createBreachCheck({ BREACHED_PASSWORDS: path }: Config): Promise<Passwords['isBreached'] | undefined> {
  return path === undefined ? undefined : (await openBreachedPasswords(path)).has
}

async function readNamedAuthenticators({ AUTHENTICATORS_FILE }: Config): Promise<readonly NamedAuthenticator[]> {
  if (AUTHENTICATORS_FILE === undefined) return []
  const { readAuthenticators } = await import('./adapters/authenticators-file.ts')
  return readAuthenticators(AUTHENTICATORS_FILE)
}
