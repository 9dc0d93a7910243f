import { sessionSeconds } from '../core/use-cases/members/sessions.ts'
import { pendingSeconds } from '../core/use-cases/sso/pending.ts'

/** A browser sends a cookie with this prefix only over TLS, and lets no other host set it (RFC 6265bis §4.1.3.2). */
const securePrefix = '__Host-'

const isSecure = (ownOrigin: string) => ownOrigin.startsWith('https:')

/** Without TLS, in development, cookies of all ports of a host are in one jar, so the name has the port. */
const createName = ({ name, localName }: Cookie, ownOrigin: string) =>
  isSecure(ownOrigin) ? `${securePrefix}${name}` : `${localName}-${new URL(ownOrigin).port || '80'}`

/** A cookie by its name over TLS, and without. */
export type Cookie = { name: string; localName: string; seconds: number; sameSite?: 'Lax' }

const session: Cookie = { name: 'thumbturn', localName: 'thumbturn-dashboard', seconds: sessionSeconds }
const pendingSso: Cookie = { name: 'thumbturn-sso', localName: 'thumbturn-sso', seconds: pendingSeconds }

/** The session token in a Cookie header; undefined if there is none, or several, of which one can be another site's. */
export const readSessionCookie = (header: string | undefined, ownOrigin: string): string | undefined =>
  readCookie(session, header, ownOrigin)

/** The sign-in at a provider that this browser started, encrypted. */
export const readSsoCookie = (header: string | undefined, ownOrigin: string): string | undefined =>
  readCookie(pendingSso, header, ownOrigin)

/** The value of a cookie in a Cookie header; undefined if there is none, or several. */
export function readCookie(cookie: Cookie, header: string | undefined, ownOrigin: string): string | undefined {
  const start = `${createName(cookie, ownOrigin)}=`
  const found = (header ?? '').split(';').flatMap((pair) => {
    const text = pair.trim()
    return text.startsWith(start) ? [text.slice(start.length)] : []
  })
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

/** The Set-Cookie header that keeps a session token. */
export const keepSessionCookie = (token: string, ownOrigin: string) => createCookie(session, ownOrigin, token)

/** The Set-Cookie header that removes it. */
export const removeSessionCookie = (ownOrigin: string) => createCookie({ ...session, seconds: 0 }, ownOrigin, '')

/** The Set-Cookie header that keeps a sign-in at a provider while the browser is there. */
export const keepSsoCookie = (sealed: string, ownOrigin: string) => createCookie(pendingSso, ownOrigin, sealed)

/** The Set-Cookie header that keeps a cookie; one of no seconds removes it. */
export const createCookie = (cookie: Cookie, ownOrigin: string, value: string) =>
  [
    `${createName(cookie, ownOrigin)}=${value}`,
    'Path=/',
    `Max-Age=${cookie.seconds}`,
    ...listAttributes(cookie, ownOrigin),
  ].join('; ')

const listAttributes = ({ sameSite }: Cookie, ownOrigin: string) => [
  'HttpOnly',
  `SameSite=${sameSite ?? 'Strict'}`,
  ...(isSecure(ownOrigin) ? ['Secure'] : []),
]

/** The name of a cookie, and its attributes besides its lifetime. */
export const describeCookie = (cookie: Cookie, ownOrigin: string) => ({
  name: createName(cookie, ownOrigin),
  attributes: ['Path=/', ...listAttributes(cookie, ownOrigin)].join('; '),
})
