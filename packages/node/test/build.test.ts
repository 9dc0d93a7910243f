import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { toTypeScript } from '../publish/schema-type.ts'
import { publishWireTypes } from '../publish/wire-types.ts'
import { issuer, useTestService } from './service.ts'

const running = useTestService()
const folder = fileURLToPath(new URL('..', import.meta.url))
const dist = join(folder, 'dist')
const modules = join(folder, '../../node_modules')

before(() => void execFileSync(process.execPath, [join(folder, 'build.ts')], { stdio: 'pipe' }))

/** Compiles a file in a project of its own. Returns the output of the compiler. */
function compile(t: TestContext, text: string, options: object = {}): string {
  const project = mkdtempSync(join(tmpdir(), 'thumbturn-node-'))
  t.after(() => rmSync(project, { recursive: true }))
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    typeRoots: [join(modules, '@types')],
    allowImportingTsExtensions: true,
    ...options,
  }
  symlinkSync(modules, join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.ts'] }))
  writeFileSync(join(project, 'check.ts'), text)
  const tsc = join(modules, 'typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).stdout
}

test('the published package verifies a token and depends on jose only', async () => {
  const service = running()
  const { dependencies, exports } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(dependencies), ['jose'])
  const { createThumbturn, ThumbturnError } = await import(join(dist, exports['.'].default))
  const { jwtAccess, userId } = await signUpUser(service)
  const thumbturn = createThumbturn({ baseUrl: service.url, appId: 'demo', issuer })
  assert.equal((await thumbturn.verifyToken(jwtAccess)).sub, userId)
  await assert.rejects(thumbturn.verifyToken('x'), ThumbturnError)
  for (const entry of ['./express', './fastify'])
    assert.equal(typeof (await import(join(dist, exports[entry].default))).requireToken, 'function')
  assert.equal(typeof (await import(join(dist, exports['./next'].default))).withToken, 'function')
  for (const entry of ['./session', './session/fastify', './session/next'])
    assert.equal(typeof (await import(join(dist, exports[entry].default))).createSessions, 'function')
})

test('published files import published packages only', () => {
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) {
    const packages = readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import) '([^.][^']*)'/g)
    for (const [, name] of packages) assert.match(name!, /^(node:|jose$|fastify$)/, file)
  }
})

test('the published types equal the types of the sources', (t) => {
  const output = compile(
    t,
    `import type * as Source from '${folder}src/index.ts'
     import type * as Published from '${dist}/index.js'
     type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
     export const whole: Same<Source.Thumbturn, Published.Thumbturn> = true
     export const options: Same<Source.ThumbturnOptions, Published.ThumbturnOptions> = true
     export const service: Same<Source.ServiceTokenRequest, Published.ServiceTokenRequest> = true
     export const found: Same<Source.FoundUser, Published.FoundUser> = true
     export const event: Same<Source.ApplicationEvent, Published.ApplicationEvent> = true
     export const others: Same<Source.FoundUser, Published.Transaction> = false
     export const not: Same<Source.UserScope, string> = false`,
    // The sources of the contract are part of the service, which runs on a newer Node than its clients.
    { lib: ['es2024'] },
  )
  assert.equal(output, '')
})

test('the published types reject misspelled scopes, properties, and options', (t) => {
  const output = compile(
    t,
    `import { createThumbturn } from '${dist}/index.js'
     const thumbturn = createThumbturn({ baseUrl: 'http://localhost:4300', appId: 'demo' })
     const found = await thumbturn.users.find('ada@example.com')
     export const name: string | undefined = found?.passkeys[0]?.providerName
     await thumbturn.grant('ada@example.com', { scopes: ['reg:wrte'] })
     export const misspelt = found?.passkey
     await thumbturn.verifyToken('x', { maxAge: 300 })
     await thumbturn.verifyToken('x', { type: 'idToken', maxAge: 300 })`,
  )
  assert.deepEqual(
    output
      .trim()
      .split('\n')
      .map((line) => /check\.ts\((\d+),/.exec(line)?.[1])
      .filter(Boolean),
    ['5', '6', '7'],
    output,
  )
})

test('the published types compile under the strictest settings, with options that may be undefined', (t) => {
  const options = { exactOptionalPropertyTypes: true, skipLibCheck: false, noImplicitOverride: true }
  const output = compile(
    t,
    `import { requireToken as expressToken } from '${dist}/express.js'
     import { requireToken as fastifyToken } from '${dist}/fastify.js'
     import { createThumbturn, isTokenRejected, signServiceToken } from '${dist}/index.js'
     import { verifyRequest, withToken } from '${dist}/next.js'
     import { createSessions as fastifySessions } from '${dist}/session/fastify.js'
     import { createSessions } from '${dist}/session/index.js'
     import { createSessions as nextSessions } from '${dist}/session/next.js'

     const text = process.env.TEXT
     const flag = text === undefined ? undefined : true
     const baseUrl = 'http://localhost:4300/apps/demo'
     const thumbturn = createThumbturn({ baseUrl, appId: text, apiKey: text, adminKey: text, issuer: text })
     const requirements = { cookie: text, remotely: flag, scopes: undefined, passkey: flag, onRejected: undefined }
     export const guards = [expressToken(thumbturn, requirements), fastifyToken(thumbturn, requirements)]
     export const GET = withToken(thumbturn, (_, { claims }) => Response.json(claims.credID), requirements)
     export const { claims, rejection } = await verifyRequest(thumbturn, new Request(baseUrl), requirements)
     const sessionOptions = { baseUrl, apiKey: text, secret: text, cookie: text, clientId: text, secure: flag }
     export const sessions = [createSessions(sessionOptions), fastifySessions(sessionOptions)]
     const ofNext = nextSessions({ ...sessionOptions, cookies: undefined })
     export const POST = ofNext.withSession((_, { session }) => Response.json(session.username))
     export const PUT = ofNext.withSession<{ params: Promise<{ id: string }> }>(async (_, { params, session }) =>
       Response.json([(await params).id, session.userId]))
     await thumbturn.verifyToken('x', requirements)
     await thumbturn.verifyToken('x', { type: 'idToken', maxAge: undefined })
     await thumbturn.verifyTransaction('x', { payload: 'x', nonce: 'x', userId: text })
     await thumbturn.verifyPayload('x', { payload: 'x', userId: text })
     await thumbturn.grant('ada', { scopes: ['reg:write'] })
     await thumbturn.contacts.setPhone('id', { phoneNumber: '+49', messagingConsent: flag, secondary: flag })
     await thumbturn.contacts.deleteEmail('id', { email: text, secondary: flag })
     await thumbturn.discover({ user: { username: 'ada' }, userAgent: 'x', deviceInfo: { deviceId: text } })
     await signServiceToken({ clientId: 'demo', privateKey: 'x', scope: 'auth.login', username: text, userId: text })
     for await (const event of thumbturn.events.list({ user: text, severity: undefined })) console.log(event.msg)
     console.log(isTokenRejected(text))`,
    options,
  )
  assert.equal(output, '')
})

test('a type that cannot be published fails the build', () => {
  assert.throws(
    () => publishWireTypes("export type X = Output<Current['nothing']>"),
    /The contract has no Current.nothing/,
  )
  assert.throws(() => publishWireTypes("export type X = Partial<Output<Current['userFind']>>"), /cannot be published/)
  assert.throws(() => publishWireTypes("export type { Route } from '@thumbturn/contract'"), /not a list of scopes/)
  assert.throws(() => toTypeScript({ type: 'tuple' }), /No TypeScript type is known/)
})
