import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider, OAuthDiscoveryState, OAuthTokens } from '@modelcontextprotocol/client'
import { openBrowser } from './open-browser.ts'

/** The sign-in of a user with their browser, for a client of the MCP SDK. */
export interface SignIn {
  readonly provider: OAuthClientProvider
  /**
   * Opens the page that the client asked for, and passes on the parameters with which the browser returns.
   * @throws Error the user denied access
   */
  complete(exchange: (response: URLSearchParams) => Promise<void>): Promise<void>
}

/** The values that the client needs in later steps of a sign-in. Tokens stay in memory, so no file has a secret. */
type SignInState = {
  state?: string
  verifier?: string
  discovery?: OAuthDiscoveryState
  tokens?: OAuthTokens
  address?: URL
  /** Ends the wait for the user, with the parameters of the authorization response. */
  settle?: (response: URLSearchParams) => void
}

const patienceMs = 5 * 60_000

/** Listens on a free port of 127.0.0.1, to which the browser returns (RFC 8252 §7.3). */
export async function createSignIn(clientId: string): Promise<SignIn> {
  const kept: SignInState = {}
  const server = createServer((request, response) => receive(request, response, kept))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return {
    provider: createProvider(kept, { clientId, redirectUrl }),
    async complete(exchange) {
      const response = waitForResponse(kept)
      openBrowser(kept.address!)
      await exchange(await response)
    },
  }
}

function createProvider(kept: SignInState, { clientId, redirectUrl }: { clientId: string; redirectUrl: string }) {
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Checkout bridge',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => ({ client_id: clientId }),
    state() {
      kept.state = randomUUID()
      return kept.state
    },
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery: OAuthDiscoveryState) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery,
    saveTokens: (tokens: OAuthTokens) => void Object.assign(kept, { tokens }),
    tokens: () => kept.tokens,
    invalidateCredentials: () => void delete kept.tokens,
    redirectToAuthorization: (address: URL) => void Object.assign(kept, { address }),
  } satisfies OAuthClientProvider
}

/** Resolves with the response to the sign-in that was started last. @throws Error access was denied, or nothing happened */
function waitForResponse(kept: SignInState): Promise<URLSearchParams> {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>()
  const timer = setTimeout(() => reject(new Error('There was no sign-in within five minutes: try again')), patienceMs)
  kept.settle = (response) => (response.has('code') ? resolve(response) : reject(new Error('You did not allow access')))
  return promise.finally(() => {
    clearTimeout(timer)
    delete kept.settle
  })
}

/** Takes the response to the sign-in that waits. Any other request changes nothing. */
function receive({ url = '' }: IncomingMessage, response: ServerResponse, kept: SignInState): void {
  const { pathname, searchParams } = URL.parse(url, 'http://127.0.0.1') ?? new URL('http://127.0.0.1')
  const isAwaited = pathname === '/callback' && kept.settle !== undefined && isExpected(searchParams, kept)
  const [status, text] = isAwaited
    ? [200, 'You can close this page and return to your assistant.']
    : [400, 'This is not the sign-in that your assistant started.']
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`)
  if (isAwaited) kept.settle?.(searchParams)
}

/** A response to this request, by the authorization server that it was sent to (RFC 9207 §2.4). */
const isExpected = (parameters: URLSearchParams, { state, discovery }: SignInState): boolean =>
  parameters.get('state') === state && parameters.get('iss') === discovery?.authorizationServerMetadata?.issuer
