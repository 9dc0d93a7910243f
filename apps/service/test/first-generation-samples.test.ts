import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { currentApi, gen1Api, type Route } from '@thumbturn/contract'
import { changeSettings, textsTo } from '@thumbturn/service-harness/codes.ts'
import { newKeys, toPem } from '@thumbturn/service-harness/gen1.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey, newName, readClaims } from '@thumbturn/service-harness/situations.ts'
import { deriveTotpSecret, generateTotp, toTotpStep } from '../src/core/flows/credentials/totp.ts'
import { addClientKey } from '../src/core/use-cases/clients/keys.ts'

const root = new URL('../../../', import.meta.url)
const example = (path: string) => import(new URL(`examples/${path}`, root).href)

let service: Service
let baseUrl: string
let samples: typeof import('@thumbturn/examples/node/first-generation.ts')

before(async () => {
  service = await startService({ databaseUrl: 'sqlite::memory:', now: Date.now() })
  await service.server.listen({ port: 0, host: 'localhost' })
  baseUrl = `http://localhost:${(service.server.server.address() as AddressInfo).port}/apps/demo`
  const { privateKey, publicKey } = newKeys()
  await addClientKey(service.core, service.application, { name: 'samples', publicKey: toPem(publicKey), by: 'test' })
  process.env.THUMBTURN_URL = baseUrl
  process.env.THUMBTURN_CLIENT_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  process.env.THUMBTURN_API_KEY = (await apiKey(service, ['reg:write'])).text
  samples = await example('node/first-generation.ts')
})
after(() => service.close())

test('passwords: sign up, sign in, recover', async () => {
  const username = newName()
  const { user } = await samples.signUp(username, 'correct horse battery')
  assert.equal(user.username, username)
  assert.equal(readClaims((await samples.signIn(username, 'correct horse battery')).jwt).sub, user.id)
  await assert.rejects(samples.signIn(username, 'wrong horse'), /failed_to_authenticate: Failed to authenticate/)
  const { code } = await samples.createRecoveryCode(username)
  await samples.recover(username, code, 'staple of another kind')
  await samples.signIn(username, 'staple of another kind')
})

test('authenticator apps: add, confirm, sign in', async () => {
  const username = newName()
  await samples.signUp(username, 'correct horse battery')
  const { credential_uuid, otpauth_uri, secret } = await samples.addApp(username)
  assert.equal(new URL(otpauth_uri).searchParams.get('secret'), secret)
  const otp = (ahead: number) =>
    generateTotp(
      deriveTotpSecret(service.core, { appId: 'demo', id: credential_uuid }),
      toTotpStep(service.clock.now()) + ahead,
    )
  await samples.confirmApp(username, credential_uuid, otp(0))
  assert.deepEqual(readClaims((await samples.signInByApp(username, otp(1))).jwt).amr, ['otp'])
})

test('codes: one device generates a code, and another signs in with it', async () => {
  const username = newName()
  const { user } = await samples.signUp(username, 'correct horse battery')
  const { code } = await samples.createCode(username)
  assert.equal((await samples.signInByCode(username, code)).user.id, user.id)
})

test('links: the page reads the link from the mail, and signs in once', async () => {
  const { readLink, signInByLink } = await example('web/email-link.ts')
  await changeSettings(service, { emailLinkUrl: 'http://localhost:4300/sign-in' })
  const [username, email] = [newName(), newName('linked')]
  await samples.signUp(username, 'correct horse battery')
  const wanted = { username, email, via_link: true }
  const path = '/credentials/email/init/force'
  const { credential_uuid } = await samples.call<{ credential_uuid: string }>(path, wanted, 'credentials.force_add')
  const open = async () => {
    while ((await service.deliver()).length > 0);
    const [link = ''] = (await textsTo(service, email)).flatMap((text) => /http\S+#\S+/.exec(text) ?? [])
    return readLink(new URL(link).hash)
  }
  assert.equal(readLink(''), undefined)
  const first = await open()
  assert.equal(first.isNew, true)
  await signInByLink(first, username)
  await samples.sendLink(username, credential_uuid)
  const second = await open()
  assert.equal(readClaims((await signInByLink(second)).jwt).username, username)
  await assert.rejects(signInByLink(second), /The link has ended/)
})

test('a backend requests a grant for a user of its own login', async () => {
  const { requestPasskeyGrant } = await example('node/passkey-grant.ts')
  assert.deepEqual(readClaims(await requestPasskeyGrant(newName())).scopes, ['reg:write'])
})

const moving = 'apps/docs/docs/migrate/first-generation.mdx'
const callPattern = /^(?:(GET|POST|PUT|DELETE) )?(\/[^ ]*)$/

/**
 * The calls that a table cell names, as `METHOD /path`, or as a path that matches any method. `…` matches any suffix.
 */
const callsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => {
    const [, method, path = ''] = callPattern.exec(text) ?? []
    return path === '' ? [] : [{ text, method, path: path.replace(/…$/, ''), isPrefix: path.endsWith('…') }]
  })

const isMeant = ({ method, path, isPrefix }: ReturnType<typeof callsIn>[number]) => {
  return (route: Route) =>
    (method ?? route.method) === route.method && (isPrefix ? route.path.startsWith(path) : route.path === path)
}

test(`${moving} says what replaces every call, and names no unknown calls`, () => {
  const [tables = ''] = readFileSync(new URL(moving, root), 'utf8').split('## Differences to consider')
  const rows = tables.split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.map((row) => row.split(' | '))
  const [old, now] = [0, 1].map((at) => cells.flatMap((row) => callsIn(row[at] ?? '')))
  const [oldRoutes, nowRoutes]: Route[][] = [Object.values(gen1Api.routes), Object.values(currentApi.routes)]
  const unknown = (calls: typeof old, routes: typeof oldRoutes) =>
    calls!.filter((call) => !routes!.some(isMeant(call))).map(({ text }) => text)
  assert.deepEqual(unknown(old, oldRoutes), [])
  assert.deepEqual(unknown(now, nowRoutes), [])
  const forgotten = oldRoutes!.filter((route) => !old!.some((call) => isMeant(call)(route)))
  assert.deepEqual(
    forgotten.map(({ path }) => path),
    [],
  )
})
