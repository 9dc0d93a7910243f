import { sessionSeconds } from '../core/model/members/sessions.ts'

/** A browser sends a cookie with this prefix only over TLS, and lets no other host set it (RFC 6265bis §4.1.3.2). */
const securePrefix = '__Host-'

const isSecure = (ownOrigin: string) => ownOrigin.startsWith('https:')

/** Without TLS, in development, cookies of all ports of a host are in one jar, so the name has the port. */
const cookieName = (ownOrigin: string) =>
  isSecure(ownOrigin) ? `${securePrefix}thumbturn` : `thumbturn-dashboard-${new URL(ownOrigin).port || '80'}`

/** The session token in a Cookie header; undefined if there is none, or several, of which one can be another site's. */
export function readSessionCookie(header: string | undefined, ownOrigin: string): string | undefined {
  const start = `${cookieName(ownOrigin)}=`
  const found = (header ?? '').split(';').flatMap((pair) => {
    const text = pair.trim()
    return text.startsWith(start) ? [text.slice(start.length)] : []
  })
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

/** The Set-Cookie header that keeps a session token. */
export const keepSessionCookie = (token: string, ownOrigin: string) => createCookie(ownOrigin, token, sessionSeconds)

/** The Set-Cookie header that removes it. */
export const removeSessionCookie = (ownOrigin: string) => createCookie(ownOrigin, '', 0)

const createCookie = (ownOrigin: string, value: string, seconds: number) =>
  [
    `${cookieName(ownOrigin)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(ownOrigin) ? ['Secure'] : []),
  ].join('; ')
