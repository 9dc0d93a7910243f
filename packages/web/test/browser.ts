/** What a page of the test looks like to the SDK. */
export interface PageOptions {
  protocol?: 'http:' | 'https:'
  userAgent?: string
  /** Static methods of PublicKeyCredential; none where left out. */
  webauthn?: Record<string, unknown> | false
  create?: (request: CredentialCreationOptions) => Promise<unknown>
  get?: (request: CredentialRequestOptions) => Promise<unknown>
}

/** What the page did. */
export interface Page {
  cookieWrites: string[]
  storage: Map<string, string>
  /** What the tab keeps. */
  session: Map<string, string>
  created: (CredentialCreationOptions & { mediation?: string })[]
  asked: CredentialRequestOptions[]
}

export const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer

/** A credential as navigator.credentials.create gives it. */
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

/** A credential as navigator.credentials.get gives it. */
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

/** Rejects with the signal's reason, as a browser does, and otherwise waits for ever. */
export const neverChosen = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Puts a fresh browser page around the SDK. */
export function openPage(options: PageOptions = {}): Page {
  const page: Page = { cookieWrites: [], storage: new Map(), session: new Map(), created: [], asked: [] }
  const { protocol = 'http:', userAgent = 'test', webauthn = {} } = options
  define('location', { protocol, hostname: 'localhost', origin: `${protocol}//localhost` })
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

/** Keeps cookies by the rules that matter here: expiry and deletion. */
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
