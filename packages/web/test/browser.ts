/** Settings of the simulated page. */
export interface PageOptions {
  protocol?: 'http:' | 'https:'
  /** On localhost by default. */
  address?: string
  userAgent?: string
  /** Static methods of PublicKeyCredential; none by default. */
  webauthn?: Record<string, unknown> | false
  create?: (request: CredentialCreationOptions) => Promise<unknown>
  get?: (request: CredentialRequestOptions) => Promise<unknown>
}

/** Effects of the SDK on the page. */
export interface Page {
  cookieWrites: string[]
  storage: Map<string, string>
  /** The tab's sessionStorage. */
  session: Map<string, string>
  created: (CredentialCreationOptions & { mediation?: string })[]
  asked: CredentialRequestOptions[]
}

export const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer

/** A credential as returned by navigator.credentials.create. */
export const createdCredential = (response: object = {}) => ({
  rawId: bytes(1, 2, 3),
  response: {
    clientDataJSON: bytes(123, 125),
    attestationObject: bytes(160),
    getAuthenticatorData: () => bytes(9, 9),
    getPublicKey: () => bytes(48, 89),
    getPublicKeyAlgorithm: () => -7,
    getTransports: () => ['internal', 'hybrid'],
    ...response,
  },
})

/** A credential as returned by navigator.credentials.get. */
export const signedCredential = (response: object = {}) => ({
  rawId: bytes(1, 2, 3),
  response: {
    clientDataJSON: bytes(123, 125),
    authenticatorData: bytes(9, 9),
    signature: bytes(255, 254),
    userHandle: null,
    ...response,
  },
})

/** Rejects with the signal's reason, as a browser does; otherwise never settles. */
export const neverChosen = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Installs the globals of a new browser page. */
export function openPage(options: PageOptions = {}): Page {
  const page: Page = { cookieWrites: [], storage: new Map(), session: new Map(), created: [], asked: [] }
  const { protocol = 'http:', userAgent = 'test', webauthn = {} } = options
  const { protocol: scheme, hostname } = new URL(options.address ?? `${protocol}//localhost`)
  define('location', { protocol: scheme, hostname, origin: `${scheme}//${hostname}` })
  define('document', cookieJar(page.cookieWrites))
  define('localStorage', {
    getItem: (key: string) => page.storage.get(key) ?? null,
    setItem: (key: string, value: string) => page.storage.set(key, value),
  })
  define('sessionStorage', {
    getItem: (key: string) => page.session.get(key) ?? null,
    setItem: (key: string, value: string) => page.session.set(key, value),
    removeItem: (key: string) => page.session.delete(key),
  })
  define('screen', { width: 1920, height: 1080 })
  define('PublicKeyCredential', webauthn === false ? undefined : webauthn)
  define('navigator', { userAgent, credentials: credentials(page, options) })
  return page
}

function credentials(page: Page, { create, get }: PageOptions) {
  return {
    create: (request: CredentialCreationOptions) => {
      page.created.push(request)
      return create ? create(request) : Promise.resolve(createdCredential())
    },
    get: (request: CredentialRequestOptions) => {
      page.asked.push(request)
      return get ? get(request) : Promise.resolve(signedCredential())
    },
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

/** A cookie jar with expiry and deletion. */
function cookieJar(writes: string[]) {
  const cookies = new Map<string, string>()
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      writes.push(text)
      const [name = '', value = ''] = text.split(';')[0]!.split('=')
      const expires = /Expires=([^;]+)/.exec(text)?.[1]
      const over = /Max-Age=0/.test(text) || (expires !== undefined && Date.parse(expires) <= Date.now())
      if (over) cookies.delete(name)
      else cookies.set(name, value)
    },
  }
}
