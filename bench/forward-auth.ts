// The cost of a check that a proxy makes before each request to a protected site, with a valid cookie, in turns with a bare
// node:http server that opens a cookie of the same size and answers with as many headers. Run: node bench/forward-auth.ts
// [--rounds 7] [--seconds 4] [--concurrency 32] [--port 4490]
import { execFile, fork } from 'node:child_process'
import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { RawConnection, type RawContent, type RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import { findMedian, findPercentile } from '@thumbturn/testkit/statistics.ts'
import { requireSuccess, requireText, toCookieHeader, toPageRequest } from './adapters/adapter.ts'
import { createEnvironment, type Program, root, runBundle, startProgram } from './adapters/program.ts'
import { readUsage } from './load/usage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '32' },
    port: { type: 'string', default: '4490' },
    bare: { type: 'string' },
  },
})
const port = Number(values.port)
const origin = `http://localhost:${port}`
const host = 'wiki.localhost:8080'

/** The least that such a check can do: opens the cookie, and sends the headers. */
function serveBare(cookieLength: number): void {
  const [key, iv, sealed] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2), Buffer.alloc(Math.ceil(cookieLength * 0.75), 3)]
  const identity = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'thumbturn-identity']
  const server = createServer((request, response) => {
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
    const opened = decipher.update(Buffer.from(request.headers.cookie ?? '', 'base64url').subarray(0, sealed.length))
    response.writeHead(204, Object.fromEntries(identity.map((name) => [name, `${opened.length}`]))).end()
  })
  server.listen(port + 1, '127.0.0.1', () => process.send!('ready'))
}

const program: Program = {
  run: runBundle,
  env: () => ({ HOST: '127.0.0.1', BASE_URL: origin, RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' }),
}

type Target = { name: string; connections: RawConnection[]; pid: number; path: string; content: RawContent }

/** A signed-in user's cookie of the site, as a Cookie header. */
async function signIn(connection: RawConnection): Promise<string> {
  const device = createSoftwareAuthenticator({ origin })
  const user = { username: 'ada@example.com', displayName: 'Ada' }
  const begin = toPageRequest(origin, { app: { id: 'demo' }, deviceInfo: {}, user })
  const { session, registrationRequestOptions } = requireSuccess(
    await connection.send('POST', '/fido2/v2/reg/init', begin),
  )
  const creationResult = device.create(registrationRequestOptions as Parameters<typeof device.create>[0])
  const complete = toPageRequest(origin, { session, creationResult })
  const token = requireText(await connection.send('POST', '/fido2/v2/reg/complete', complete), 'jwtAccess')
  const started = await connection.send('POST', '/apps/demo/openid/pages/session', toPageRequest(origin, { token }))
  return visitSite(connection, toCookieHeader(started))
}

async function visitSite(connection: RawConnection, issuerCookie: string): Promise<string> {
  const open = (path: string, headers: string) => connection.send('GET', `/apps/demo${path}`, { headers })
  const start = await open('/forward/start?to=%2F', forwarded)
  const authorize = new URL(readLocation(start))
  const answer = await open(authorize.href.split('/apps/demo')[1]!, issuerCookie)
  const { search } = new URL(readLocation(answer))
  return toCookieHeader(await open(`/forward/callback${search}`, `${toCookieHeader(start)}${forwarded}`))
}

const readLocation = ({ head }: RawResponse) => /\r\nlocation: *([^\r]+)/i.exec(head)?.[1] ?? ''

const forwarded = `x-forwarded-host: ${host}\r\nx-forwarded-method: GET\r\nx-forwarded-uri: /pages/start\r\n`

const connectAll = (to: number) => Array.from({ length: Number(values.concurrency) }, () => new RawConnection(to))

/** One round: each connection sends its next request when it has the response. */
async function measure({ connections, pid, path, content }: Target) {
  const end = performance.now() + Number(values.seconds) * 1000
  const [before, times] = [readUsage(pid).cpuSeconds, [] as number[]]
  const begun = performance.now()
  const work = async (connection: RawConnection) => {
    while (performance.now() < end) {
      const sent = performance.now()
      const { status } = await connection.send('GET', path, content)
      if (status !== 204) throw new Error(`Unexpected response ${status}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(connections.map(work))
  const cpuSeconds = readUsage(pid).cpuSeconds - before
  return {
    perSecond: times.length / ((performance.now() - begun) / 1000),
    cpuMicroseconds: (cpuSeconds / times.length) * 1e6,
    p50: findPercentile(times, 0.5),
    p99: findPercentile(times, 0.99),
  }
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-forward-auth-'))
  const place = { port, folder, env: {} }
  const started = await startProgram(program, place)
  const bare = fork(new URL(import.meta.url), ['--port', values.port, '--bare', '400'])
  try {
    await once(bare, 'message')
    const [node, ...args] = program.run
    const create = [...args.slice(0, -1), 'site', 'create', 'demo', host, '--name', 'Wiki']
    await promisify(execFile)(node!, create, { cwd: root, env: createEnvironment(program, place, port) })
    const connections = connectAll(port)
    const cookie = await signIn(connections[0]!)
    const content = { headers: `${cookie}${forwarded}sec-fetch-mode: navigate\r\n` }
    await report([
      { name: 'thumbturn', connections, pid: started.pids[0]!, path: '/apps/demo/forward/check', content },
      { name: 'bare node:http', connections: connectAll(port + 1), pid: bare.pid!, path: '/', content },
    ])
  } finally {
    started.stop()
    bare.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function report(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await measure(target)
  const rounds = new Map(targets.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const target of targets) rounds.get(target.name)!.push(await measure(target))
  for (const [name, measured] of rounds) {
    const median = (figure: keyof (typeof measured)[number]) => findMedian(measured.map((one) => one[figure]))
    const perCore = Math.round(1e6 / median('cpuMicroseconds'))
    const [perSecond, p50, p99] = [Math.round(median('perSecond')), median('p50').toFixed(2), median('p99').toFixed(2)]
    console.log(JSON.stringify({ name, perSecond, perCore, p50, p99 }))
  }
}

if (values.bare === undefined) await run()
else serveBare(Number(values.bare))
