import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { BrowserSession } from '../../model/authorization/browser-session.ts'

/**
 * Device Bound Session Credentials (DBSC, W3C): the browser creates a key that can't leave the device, and from then on the session
 * counts only with a second cookie of a few minutes, which the browser renews with that key. Stolen cookies become worthless within minutes.
 */

/** The lifetime of the second cookie, and the longest time for which a thief can use both. */
export const bindingSeconds = 600
/** Requests that were sent in its last moments are still on their way. */
const graceMs = 30_000
/** The browser answers at once; only a suspended device needs longer. */
const challengeMs = 120_000
/** The longest sealed value. */
const mostCharacters = 512

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const isOf = (challenge: Challenge, { id, keyHash }: BrowserSession) =>
  challenge.id === id && isSame(challenge.keyHash, keyHash)

type Use = 'registration' | 'refresh'

/** The value of the second cookie. */
export type Binding = { cookie: string; seconds: number }

/** A deleted application's values mean nothing to another one of its ID. */
const createPurpose = (use: string, { id, createdAt }: Application) => `device binding ${use} ${id} ${createdAt}`

const seal = ({ secretBox }: Core, purpose: string, content: object) => secretBox.seal(purpose, JSON.stringify(content))

function open<Content>({ secretBox }: Core, purpose: string, sealed: string): Content | undefined {
  if (sealed.length > mostCharacters) return undefined
  try {
    return JSON.parse(secretBox.open(purpose, sealed)) as Content
  } catch {
    return undefined
  }
}

type Challenge = { id: string; keyHash: string; until: number }

/** Creates a text that a browser signs to bind its session, or to show that it still has the key. Nothing of it is stored. */
export function createChallenge(
  core: Core,
  application: Application,
  { session: { id, keyHash }, use }: { session: BrowserSession; use: Use },
): string {
  const challenge: Challenge = { id, keyHash, until: core.now() + challengeMs }
  return seal(core, createPurpose(use, application), challenge)
}

/** The ID by which the browser knows the session. It has a tag, so that a guessed one costs no read of the database. */
export const toDeviceSessionId = (core: Core, application: Application, id: string): string =>
  `${id}.${core.keyed(createPurpose('session', application), id).toString('base64url')}`

function readDeviceSessionId(core: Core, application: Application, given: string | undefined): string | undefined {
  const id = given?.split('.', 1)[0] ?? ''
  return isSame(given ?? '', toDeviceSessionId(core, application, id)) ? id : undefined
}

/** `undefined`: the session has ended, or was begun anew. */
export type BoundSession = { session: BrowserSession; binding: Binding } | undefined

/**
 * Binds a session to the key of a browser, once.
 * @throws AppError bad_request: the proof isn't valid, or answers another challenge
 */
export async function bindSession(core: Core, application: Application, proof: string): Promise<BoundSession> {
  const { id, keyHash } = openChallenge(core, application, { use: 'registration', proof })
  const deviceKey = core.deviceProofs.readNewKey(proof)
  // Read first: nothing may fail once the session counts only with the second cookie, which the browser doesn't have yet.
  const session = await findSession(core, application, id)
  if (!session || !isSame(session.keyHash, keyHash)) return undefined
  const binding = bind(core, application, session)
  const conflict = await core.store.commit([{ bindBrowserSession: { appId: application.id, id, keyHash, deviceKey } }])
  return conflict === undefined ? { session: { ...session, deviceKey }, binding } : undefined
}

/** Opened before the signature is verified, so that only a browser that got a challenge can cause that work. */
function openChallenge(core: Core, application: Application, { use, proof }: { use: Use; proof: string }) {
  const opened = open<Challenge>(core, createPurpose(use, application), core.deviceProofs.readChallenge(proof))
  if (opened && opened.until > core.now()) return opened
  throw badRequest('The proof of the device answers no current challenge')
}

const findSession = async ({ store }: Core, { id: appId }: Application, id: string) =>
  (await store.browserSessions.find({ appId, id }))?.session

const bind = (core: Core, application: Application, { id, keyHash }: BrowserSession): Binding => {
  const held: Challenge = { id, keyHash, until: core.now() + bindingSeconds * 1000 + graceMs }
  return { cookie: seal(core, createPurpose('cookie', application), held), seconds: bindingSeconds }
}

/** `challenge`: the browser signs it, and asks again. */
export type Renewal = { challenge: string } | { session: BrowserSession; binding: Binding }

/**
 * Renews the second cookie of a session for the browser that has its key; undefined if the session has ended.
 * @throws AppError bad_request: the proof isn't valid, or answers another challenge
 */
export async function renewBinding(
  core: Core,
  application: Application,
  { deviceSessionId, proof }: { deviceSessionId: string | undefined; proof: string | undefined },
): Promise<Renewal | undefined> {
  const id = readDeviceSessionId(core, application, deviceSessionId)
  const session = id === undefined ? undefined : await findSession(core, application, id)
  if (!session?.deviceKey) return undefined
  if (proof === undefined) return { challenge: createChallenge(core, application, { session, use: 'refresh' }) }
  const opened = openChallenge(core, application, { use: 'refresh', proof })
  if (!isOf(opened, session)) throw badRequest('The proof of the device answers a challenge of another session')
  core.deviceProofs.requireKey(proof, session.deviceKey)
  return { session, binding: bind(core, application, session) }
}

/** Whether the browser showed that it has the key of a session, a few minutes ago; always true for a session without one. */
export function isOnDevice(
  core: Core,
  application: Application,
  { session, binding }: { session: BrowserSession; binding: string | undefined },
): boolean {
  if (!session.deviceKey) return true
  const held = binding === undefined ? undefined : open<Challenge>(core, createPurpose('cookie', application), binding)
  return held !== undefined && isOf(held, session) && held.until > core.now()
}
