import { createHash } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { type BrowserSession, hasExpired } from '../../model/authorization/browser-session.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { isOnDevice, isSame } from './device-binding.ts'

/** How exactly the last use is known, which spares most calls a write. */
const useEveryMs = 60_000
/** The longest sealed cookie, which holds two random values. */
const mostCharacters = 512

/** The cookies of a browser: the sealed session, and the proof of its device if it is bound to one. */
export type BrowserCookies = { session: string; binding: string | undefined }

/** The content of the cookie: which session, and the key that only this browser has. */
type CookieContent = { id: string; key: string }

/** A deleted application's cookies mean nothing to another one of its ID. */
const createPurpose = ({ id, createdAt }: Application) => `browser session ${id} ${createdAt}`

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** The value of the cookie that keeps a session. Sealed, so that a forged one costs no read of the database. */
export const sealCookie = ({ secretBox }: Core, application: Application, held: CookieContent): string =>
  secretBox.seal(createPurpose(application), JSON.stringify(held))

function openCookie({ secretBox }: Core, application: Application, cookie: string): CookieContent | undefined {
  if (cookie.length > mostCharacters) return undefined
  try {
    return JSON.parse(secretBox.open(createPurpose(application), cookie)) as CookieContent
  } catch {
    return undefined
  }
}

/**
 * The session of a browser's cookies, with its user; undefined without one, if it has ended, or if it is bound to a device that wasn't
 * proved. Records its use once a minute.
 */
export async function openBrowserSession(
  core: Core,
  application: Application,
  cookies: BrowserCookies | undefined,
): Promise<OpenedBrowserSession | undefined> {
  const held = cookies && openCookie(core, application, cookies.session)
  if (!held) return undefined
  const opened = await core.store.browserSessions.find({ appId: application.id, id: held.id })
  const at = core.now()
  if (!opened || !isSame(hashKey(held.key), opened.session.keyHash)) return undefined
  if (hasExpired(application, opened.session, at)) return undefined
  if (!isOnDevice(core, application, { session: opened.session, binding: cookies?.binding })) return undefined
  await recordUse(core, opened.session, at)
  return opened
}

async function recordUse({ store, origin }: Core, { appId, id, lastUsedAt }: BrowserSession, at: number) {
  if (at - lastUsedAt < useEveryMs) return
  await store.commit([{ useBrowserSession: { appId, id, address: origin?.address, at } }])
}
