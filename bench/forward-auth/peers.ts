import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { type Place, requireSuccess, toCookieHeader } from '../adapters/adapter.ts'
import { type Program, readProgramVersion, startProgram } from '../adapters/program.ts'
import { type Check, follow, page, readLocation } from './check.ts'
import type { Service } from './thumbturn.ts'

/** Another program that proxies ask, which an environment variable names. */
type Peer = {
  name: string
  variable: string
  /** The arguments that make it print its version. */
  versionArguments: readonly string[]
  /** Its settings, under which it logs no single requests. */
  configure(program: string, place: Place, service: Service): Program | Promise<Program>
  /** Signs a user in, and resolves with a check that has the cookie. */
  signIn(connection: RawConnection, service: Service): Promise<Pick<Check, 'path' | 'content' | 'status'>>
}

const user = { username: 'ada', password: 'bench-password' }
/** Of that password, with bcrypt. */
const passwordHash = '$2y$10$owzv3x9Mvr9JYqNmHiZlie5D.mtRljcw.mB/iGlTmp1IujOjQyNB6'

/** As nginx asks them. */
const original = `x-original-url: https://${page.host}${page.path}\r\nx-original-method: GET\r\n`

/** Its session is in the cookie, by default. Users sign in at the OpenID Provider of the service that it is measured with. */
const oauth2Proxy: Peer = {
  name: 'oauth2-proxy',
  variable: 'BENCH_OAUTH2_PROXY',
  versionArguments: ['--version'],
  async configure(program, { port }, { issuer, manage }) {
    const redirectUri = `http://localhost:${port}/oauth2/callback`
    const create = ['client', 'create', 'demo', '--id', 'oauth2-proxy', '--name', 'Bench', '--set', 'consent=skip']
    const { secret } = JSON.parse(await manage([...create, '--redirect-uri', redirectUri, '--json']))
    const settings = {
      provider: 'oidc',
      'oidc-issuer-url': issuer,
      'client-id': 'oauth2-proxy',
      'client-secret': secret,
      'redirect-url': redirectUri,
      scope: 'openid profile',
      'oidc-email-claim': 'preferred_username',
      'email-domain': '*',
      'code-challenge-method': 'S256',
      'cookie-secret': randomBytes(32).toString('base64url'),
      'http-address': `127.0.0.1:${port}`,
      'reverse-proxy': 'true',
      'trusted-proxy-ip': '127.0.0.1',
      'set-xauthrequest': 'true',
      upstream: 'static://200',
      'request-logging': 'false',
      'auth-logging': 'false',
    }
    return { run: [program, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)] }
  },
  async signIn(connection, { authorize }) {
    const started = await connection.send('GET', '/oauth2/start?rd=%2F')
    const callback = await authorize(readLocation(started))
    const completed = await follow(connection, callback, toCookieHeader(started))
    return { path: '/oauth2/auth', content: { headers: `${toCookieHeader(completed)}${original}` }, status: 202 }
  },
}

/** Its sessions are in memory, by default. */
const authelia: Peer = {
  name: 'authelia',
  variable: 'BENCH_AUTHELIA',
  versionArguments: ['--version'],
  configure(program, { port, folder }) {
    const [settings, users] = [join(folder, 'authelia.json'), join(folder, 'users.json')]
    const ada = { displayname: 'Ada', email: 'ada@example.com', groups: ['staff'], password: passwordHash }
    // Both are YAML.
    writeFileSync(users, JSON.stringify({ users: { [user.username]: ada } }))
    writeFileSync(settings, JSON.stringify(createAutheliaSettings({ port, folder, users })))
    return { run: [program, '--config', settings] }
  },
  async signIn(connection) {
    const headers = 'x-forwarded-proto: https\r\nx-forwarded-host: auth.example.com\r\n'
    const signedIn = await connection.send('POST', '/api/firstfactor', { body: user, headers })
    requireSuccess(signedIn)
    const content = { headers: `${toCookieHeader(signedIn)}${original}` }
    return { path: '/api/authz/auth-request', content, status: 200 }
  },
}

/** https://www.authelia.com/configuration */
const createAutheliaSettings = ({ port, folder, users }: { port: number; folder: string; users: string }) => ({
  server: { address: `tcp://127.0.0.1:${port}` },
  log: { level: 'error' },
  ntp: { disable_startup_check: true },
  authentication_backend: { file: { path: users } },
  access_control: { default_policy: 'one_factor' },
  session: {
    secret: randomBytes(32).toString('hex'),
    cookies: [{ domain: 'example.com', authelia_url: 'https://auth.example.com' }],
  },
  storage: { encryption_key: randomBytes(32).toString('hex'), local: { path: join(folder, 'authelia.db') } },
  notifier: { filesystem: { filename: join(folder, 'mails.txt') } },
  identity_validation: { reset_password: { jwt_secret: randomBytes(32).toString('hex') } },
})

/** Its sessions are in SQLite. */
const tinyauth: Peer = {
  name: 'tinyauth',
  variable: 'BENCH_TINYAUTH',
  versionArguments: ['version'],
  configure: (program, { port, folder }) => ({
    run: [program],
    env: () => ({
      TINYAUTH_APPURL: 'https://auth.example.com',
      TINYAUTH_SERVER_ADDRESS: '127.0.0.1',
      TINYAUTH_SERVER_PORT: `${port}`,
      TINYAUTH_AUTH_USERS: `${user.username}:${passwordHash}`,
      TINYAUTH_DATABASE_PATH: join(folder, 'tinyauth.db'),
      TINYAUTH_RESOURCES_ENABLED: 'false',
      TINYAUTH_OIDC_PRIVATEKEYPATH: join(folder, 'tinyauth.key'),
      TINYAUTH_OIDC_PUBLICKEYPATH: join(folder, 'tinyauth.pub'),
      TINYAUTH_ANALYTICS_ENABLED: 'false',
      TINYAUTH_LOG_STREAMS_HTTP_ENABLED: 'false',
    }),
  }),
  async signIn(connection) {
    const signedIn = await connection.send('POST', '/api/user/login', { body: user })
    requireSuccess(signedIn)
    const content = { headers: `${toCookieHeader(signedIn)}${original}` }
    return { path: '/api/auth/nginx', content, status: 200 }
  },
}

const peers = [oauth2Proxy, authelia, tinyauth]

const findProgram = ({ variable }: Peer) => process.env[variable]

/** Those whose programs are named. */
export const listPeers = () => peers.filter(findProgram)

/** The variables of the other ones. */
export const listMissingVariables = () => peers.filter((peer) => !findProgram(peer)).map(({ variable }) => variable)

/** @throws Error if it doesn't start, or the sign-in fails */
export async function startPeer(peer: Peer, place: Place, service: Service): Promise<Check> {
  const program = findProgram(peer)!
  const { pids } = await startProgram(await peer.configure(program, place, service), place)
  const connection = new RawConnection(place.port)
  try {
    const check = await peer.signIn(connection, service)
    const version = readProgramVersion(program, peer.versionArguments)
    return { name: peer.name, version, port: place.port, pid: pids[0]!, ...check }
  } finally {
    connection.close()
  }
}
