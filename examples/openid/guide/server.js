import { createServer } from 'node:http'
import { createSessions } from '@thumbturn/node/session'
import * as openid from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, SESSION_SECRET, PORT = '3000' } = process.env
const origin = `http://localhost:${PORT}`
const sessions = createSessions({ baseUrl: ISSUER, clientId: CLIENT_ID, secret: SESSION_SECRET })

// Reads where the endpoints are. In production, the issuer has TLS: omit the last two arguments.
const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [openid.allowInsecureRequests],
})

/** Sends the browser to the sign-in page, and keeps what belongs to this sign-in in a cookie. */
async function startSignIn(_, response) {
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

/** Exchanges the code for tokens, and starts a session for the user of the verified ID token. */
async function completeSignIn(request, response) {
  const [, kept = ''] = /\bsign-in=([^;]+)/.exec(request.headers.cookie) ?? []
  const [expectedState, pkceCodeVerifier] = kept.split('.')
  const tokens = await openid.authorizationCodeGrant(config, new URL(request.url, origin), {
    expectedState,
    pkceCodeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  await sessions.start(request, response, { claims, data: { name: claims.name, groups: claims.groups } })
  response.writeHead(303, { location: '/' }).end()
}

const escapeHtml = (text) => text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt()};`)

/** Greets the user of the session, or lets the browser start a sign-in. */
async function showPage(request, response) {
  const session = await sessions.get(request, response)
  const content = session
    ? `<h1>Hello, ${escapeHtml(session.username)}</h1>
      <form method="post" action="/sign-out"><button>Sign out</button></form>`
    : '<h1>My program</h1><a href="/sign-in">Sign in</a>'
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>My program</title>${content}`)
}

const routes = {
  'GET /': showPage,
  'GET /sign-in': startSignIn,
  'GET /callback': completeSignIn,
  'POST /sign-out': sessions.signOut,
  'POST /backchannel-logout': sessions.backchannelLogout,
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, origin)
  const handle = routes[`${request.method} ${pathname}`]
  try {
    if (handle) await handle(request, response)
    else response.writeHead(404).end()
  } catch (error) {
    console.error(error)
    response.writeHead(400).end('The sign-in failed: see the log')
  }
}).listen(PORT)
