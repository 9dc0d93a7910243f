/** The addresses that an application needs, proposed from the address of its website. */
export type Proposal = { rpId: string; origins: string[]; isDevelopment: boolean }

/** The proposal for an address as typed, with or without a scheme; undefined while it isn't one. */
export function proposeFor(address: string): Proposal | undefined {
  const url = parseAddress(address)
  if (!url) return undefined
  const { hostname, origin } = url
  if (hostname === 'localhost') return { rpId: 'localhost', origins: [origin], isDevelopment: true }
  if (!isDomain(hostname)) return undefined
  const bare = hostname.replace(/^www\./, '')
  const origins = hostname === bare ? [origin] : [origin, `${url.protocol}//${bare}`]
  return { rpId: bare, origins, isDevelopment: false }
}

/** The address of a website; https unless it is on this machine. */
function parseAddress(address: string): URL | undefined {
  const text = address.trim()
  const isLocal = /^localhost(?::|\/|$)/.test(text)
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`)
  return url === null || (url.protocol === 'http:' && url.hostname !== 'localhost') ? undefined : url
}

const isDomain = (hostname: string) => /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(hostname)
