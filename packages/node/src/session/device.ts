import type { DeviceKey, SessionContent } from './content.ts'
import { formatCookie, readCookies } from './cookies.ts'
import { readChallenge, verifyProof } from './device-proof.ts'
import type { Exchange } from './exchange.ts'
import { toNames } from './names.ts'
import type { SessionSettings } from './options.ts'
import { createBox } from './seal.ts'

// Device Bound Session Credentials (DBSC, W3C): the browser creates a key that can't leave the device. From then on, the
// session counts only with a second cookie of a few minutes, which the browser renews with that key.

/** The lifetime of the second cookie, and the longest time for which a thief can use copies of both. */
const cookieSeconds = 600
/** Requests that were sent in its last moments are still under way. */
const graceSeconds = 30
/** The browser responds at once; only a suspended device needs longer. */
const challengeSeconds = 120

/** A challenge, or the second cookie; `x` names the key, if there is one, and `until` is in seconds since 1970. */
type DeviceNote = { id: string; x?: string | undefined; until: number }

/** How a browser binds a session to its device. Nothing of it is stored on the server. */
export type Device = ReturnType<typeof createDevice>

export function createDevice(settings: SessionSettings) {
  const { client, devicePath } = settings
  const box = createBox(settings)
  const now = () => Math.floor(client.now() / 1000)
  const createNote = ({ id, device }: SessionContent, seconds: number): DeviceNote => ({
    id,
    x: device?.x,
    until: now() + seconds,
  })
  const isCurrent = (note: Partial<DeviceNote> | undefined, { id, device }: SessionContent) =>
    note?.id === id && note.x === device?.x && now() < (note.until ?? 0)
  const createChallenge = (exchange: Exchange, content: SessionContent) =>
    box.seal(createNote(content, challengeSeconds), `${toNames(settings, exchange).device} challenge`)

  return {
    /** Offers the browser to bind a new session. Browsers do so over TLS only. */
    offer(exchange: Exchange, content: SessionContent): void {
      if (devicePath === undefined || !toNames(settings, exchange).secure) return
      const challenge = createChallenge(exchange, content)
      exchange.setHeader('secure-session-registration', `(ES256);path="${devicePath}";challenge="${challenge}"`)
    },
    /** The header that asks for a proof of the key of a session. */
    formatChallenge: (exchange: Exchange, content: SessionContent): string =>
      `"${createChallenge(exchange, content)}";id="${content.id}"`,
    /** Whether a browser has shown within minutes that it has the key of a session; true for a session without one. */
    isPresent(exchange: Exchange, content: SessionContent): boolean {
      if (devicePath === undefined || !content.device) return true
      const { device: name } = toNames(settings, exchange)
      const values = readCookies(exchange.header('cookie'), name)
      return values.some((value) => isCurrent(box.open<DeviceNote>(value, name), content))
    },
    /** The key that answered a current challenge of a session; undefined if the proof isn't valid. */
    async verify(exchange: Exchange, content: SessionContent, proof: string): Promise<DeviceKey | undefined> {
      const use = `${toNames(settings, exchange).device} challenge`
      // Opened before the signature is verified, so that only a browser that got a challenge can cause that work.
      if (!isCurrent(box.open<DeviceNote>(readChallenge(proof), use), content)) return undefined
      return verifyProof(proof, content.device)
    },
    /** Keeps the second cookie, and tells the browser which it is. */
    put(exchange: Exchange, content: SessionContent): object {
      const { device: name, secure } = toNames(settings, exchange)
      const value = box.seal(createNote(content, cookieSeconds + graceSeconds), name)
      exchange.setCookies([formatCookie({ name, value, maxAge: cookieSeconds, secure })])
      return describeSession(content, name)
    },
    /** Removes the second cookie. */
    remove(exchange: Exchange): void {
      const { device: name, secure } = toNames(settings, exchange)
      if (readCookies(exchange.header('cookie'), name).length > 0)
        exchange.setCookies([formatCookie({ name, value: '', maxAge: 0, secure })])
    },
  }
}

/**
 * Instructions for the browser (DBSC §9.6): every request of the origin needs the cookie. It's named as over TLS, without which
 * no browser asks for it; with a lifetime among the attributes, Chromium ignores them.
 */
const describeSession = ({ id }: SessionContent, name: string) => ({
  session_identifier: id,
  scope: { include_site: false },
  credentials: [{ type: 'cookie', name, attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' }],
  // Links on pages of other sites lead here.
  allowed_refresh_initiators: ['*'],
})
