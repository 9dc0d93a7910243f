import { createServer } from 'node:http'
import * as openid from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT = '3000' } = process.env
const origin = `http://localhost:${PORT}`

// Reads where the endpoints are. In production, the issuer has TLS: omit the last two arguments.
const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [openid.allowInsecureRequests],
})

/** Sends the browser to the sign-in page, and keeps what belongs to this sign-in in a cookie. */
async function startSignIn(response) {
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
  const { href } = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email groups',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  const cookie = `sign-in=${state}.${verifier}; Path=/callback; Max-Age=600; HttpOnly; SameSite=Lax`
  response.writeHead(303, { location: href, 'set-cookie': cookie }).end()
}

/** Exchanges the code for tokens, and shows who signed in. */
async function completeSignIn(request, response) {
  const [, kept = ''] = /\bsign-in=([^;]+)/.exec(request.headers.cookie) ?? []
  const [expectedState, pkceCodeVerifier] = kept.split('.')
  const tokens = await openid.authorizationCodeGrant(config, new URL(request.url, origin), {
    expectedState,
    pkceCodeVerifier,
    idTokenExpected: true,
  })
  const user = tokens.claims()
  // Here, start the session of your program for the user `user.sub`.
  response.setHeader('content-type', 'application/json').end(JSON.stringify(user, null, 2))
}

createServer(async (request, response) => {
  try {
    if (request.url === '/') await startSignIn(response)
    else if (request.url.startsWith('/callback?')) await completeSignIn(request, response)
    else response.writeHead(404).end()
  } catch (error) {
    console.error(error)
    response.writeHead(400).end('The sign-in failed: see the log')
  }
}).listen(PORT)
