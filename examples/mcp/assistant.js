import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'

const url = new URL('http://localhost:3000/mcp')

// The browser returns here, on a free port.
const callback = createServer((_, response) => response.end('You can close this page.'))
await once(callback.listen(0, '127.0.0.1'), 'listening')
const redirectUrl = `http://127.0.0.1:${callback.address().port}/callback`

// A real assistant keeps these in the keychain of the operating system.
const kept = {}
const authProvider = {
  redirectUrl,
  clientMetadata: { client_name: 'My assistant', redirect_uris: [redirectUrl] },
  clientInformation: () => ({ client_id: 'my-assistant', issuer: 'http://localhost:4300/apps/demo' }),
  state: () => {
    kept.state = randomUUID()
    return kept.state
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier
  },
  codeVerifier: () => kept.verifier,
  saveDiscoveryState: (discovery) => {
    kept.discovery = discovery
  },
  discoveryState: () => kept.discovery,
  saveTokens: (tokens) => {
    kept.tokens = tokens
  },
  tokens: () => kept.tokens,
  redirectToAuthorization: ({ href }) => console.log(`Open this address in your browser:\n${href}`),
}

const connect = async () => {
  const transport = new StreamableHTTPClientTransport(url, { authProvider })
  const client = new Client({ name: 'my-assistant', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  try {
    await client.connect(transport)
    return client
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    const [request] = await once(callback, 'request')
    const { searchParams } = new URL(request.url, redirectUrl)
    if (searchParams.get('state') !== kept.state) throw new Error('This is the response to another request')
    await transport.finishAuth(searchParams)
    return connect()
  }
}

const client = await connect()
const { content } = await client.callTool({ name: 'add-note', arguments: { text: 'Buy milk' } })
console.log(content[0].text)
await client.close()
callback.close()
