import type { TokenStore } from './token.ts'

/** Stores the token in a cookie of this host that expires with the token. */
export function createCookieTokenStore(appId: string): TokenStore {
  const name = `thumbturn_${encodeURIComponent(appId)}_token`
  // Used when cookies are blocked; lasts until the page is closed.
  let memory: string | undefined
  const write = (value: string, expires: string) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
      document.cookie = `${name}=${value}${expires}; Path=/; SameSite=Strict${secure}`
    } catch {}
    memory = readCookie(name) === value ? undefined : value
  }
  return {
    get: () => readCookie(name) || memory || undefined,
    set: (token, expiresAt) => write(token, expiresAt ? `; Expires=${expiresAt.toUTCString()}` : ''),
    clear: () => write('', '; Max-Age=0'),
  }
}

function readCookie(name: string): string | undefined {
  try {
    return `; ${document.cookie}`.split(`; ${name}=`)[1]?.split(';')[0]
  } catch {
    return undefined
  }
}
