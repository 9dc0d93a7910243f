// A program with one page for users, with the provider of the settings for Next.js. Reads its client from the environment, as they do.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Auth, setEnvDefaults } from '@auth/core'
import { settings } from './settings.mjs'

const origin = process.env.AUTH_URL
const config = {
  ...settings,
  basePath: '/api/auth',
  callbacks: {
    // For the sign-out, which Auth.js leaves to the program.
    jwt: ({ token, account, profile }) => ({
      ...token,
      ...(account && { idToken: account.id_token, user: profile.preferred_username }),
    }),
    session: ({ session, token }) => ({ ...session, user: token.user, idToken: token.idToken }),
  },
}
setEnvDefaults(process.env, config)

const call = (path, init) => Auth(new Request(new URL(path, origin), init), config)

async function respond({ method, url, headers, body }) {
  const path = new URL(url, origin).pathname
  if (path.startsWith('/api/auth/')) return call(url, { method, headers, ...(method === 'POST' && { body }) })
  const session = await (await call('/api/auth/session', { headers })).json()
  if (path === '/sign-out') {
    const parameters = { id_token_hint: session.idToken, post_logout_redirect_uri: `${origin}/api/auth/signout` }
    return Response.redirect(`${process.env.AUTH_PASSKEY_ISSUER}/openid/end-session?${new URLSearchParams(parameters)}`)
  }
  return session ? Response.json({ user: session.user }) : Response.redirect(`${origin}/api/auth/signin`)
}

createServer(async (request, response) => {
  const { method, url, headers } = request
  const found = await respond({ method, url, headers, body: await buffer(request) })
  const cookies = found.headers.getSetCookie()
  response.writeHead(found.status, { ...Object.fromEntries(found.headers), 'set-cookie': cookies })
  response.end(Buffer.from(await found.arrayBuffer()))
}).listen(new URL(origin).port, '127.0.0.1')
