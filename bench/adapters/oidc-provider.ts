import { createHttpBrowser } from '@thumbturn/service-harness/http-browser.ts'
import { type Adapter, authorizationQuery, benchClient, createRedeem, requireCode } from './adapter.ts'
import { readPackageVersion, startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/oidc-provider.ts'] }

const requirePasskeys = async () => {
  throw new Error('oidc-provider has no passkeys')
}

export const oidcProvider: Adapter = {
  modes: ['passkey'],
  works: ['authorizations'],
  hasPasskeys: false,
  commits: 'none, in memory',
  version: () => readPackageVersion('oidc-provider'),
  start: (place) => startProgram(program, place),
  calls: ({ origin }) => ({
    register: async (_, username) => ({ username, credentialId: '' }),
    begin: requirePasskeys,
    finish: requirePasskeys,
    async openBrowser(_, { username }) {
      const browser = createHttpBrowser({ stopsAt: ({ href }) => href.startsWith(benchClient.redirectUri) })
      await browser.open(`${origin}/auth?${authorizationQuery}&login_hint=${username}`)
      return `cookie: ${browser.listCookies(`${origin}/auth`)}\r\n`
    },
    async authorize(connection, headers) {
      return requireCode(await connection.send('GET', `/auth?${authorizationQuery}`, { headers }))
    },
    redeem: createRedeem({ token: '/token', userinfo: '/me' }),
  }),
}
