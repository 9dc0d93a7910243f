import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { changeSettings } from '@thumbturn/service-harness/codes.ts'
import { newDevice, newName } from '@thumbturn/service-harness/situations.ts'
import type { ClientOptions } from '../src/index.ts'
import { createPhone, createStorage, useTestService } from './service.ts'

const service = useTestService()

type App = Partial<Omit<ClientOptions, 'storage'>> & {
  phone?: ReturnType<typeof createPhone>
  storage?: ReturnType<typeof createStorage>
}

/** An app on a phone. */
function openApp({ phone = createPhone(), storage = createStorage(), ...more }: App = {}) {
  const { sdk, url } = service()
  const thumbturn = new sdk.Thumbturn({ baseUrl: url, prompt: phone.prompt, storage, ...more })
  return { thumbturn, storage, ...phone }
}

test('a user signs up, out, and in, with and without a username', async () => {
  const { thumbturn, storage } = openApp()
  const username = newName()
  const created = await thumbturn.createPasskey(username, { displayName: 'Ada' })
  assert.equal(created.isAuthenticated, true)
  assert.equal((await thumbturn.getSessionInfo())?.username, username)
  assert.equal(await thumbturn.getToken(), created.token)

  await thumbturn.logout()
  assert.equal(await thumbturn.getSessionInfo(), undefined)
  assert.deepEqual([...storage.items.keys()], ['thumbturn_demo_device-id'])

  for (const name of [username, undefined]) {
    const signedIn = await thumbturn.authenticateWithPasskey(name)
    assert.ok(signedIn.isAuthenticated)
    assert.equal(signedIn.userId, created.userId)
    assert.equal(signedIn.deviceId, created.deviceId)
  }
})

test('a user stays signed in when the app starts again', async () => {
  const { thumbturn, storage } = openApp()
  const username = newName()
  await thumbturn.createPasskey(username)
  const { thumbturn: restarted } = openApp({ storage })
  assert.equal((await restarted.getSessionInfo())?.username, username)
})

test('the device ID and what the app says about the device are sent with each start', async () => {
  const { thumbturn } = openApp({ device: { osName: 'Android', clientName: 'Shop' } })
  const { deviceId } = await thumbturn.createPasskey(newName())
  await thumbturn.authenticateWithPasskey()
  const [passkey] = await thumbturn.listPasskeys()
  const { clientType, osName, clientName, deviceId: sent } = passkey?.lastUsedFromDevice ?? {}
  assert.deepEqual([clientType, osName, clientName, sent], ['other', 'Android', 'Shop', deviceId])
})

test('a signed-in user adds a passkey, and lists, renames, and deletes passkeys', async () => {
  const { thumbturn, storage } = openApp()
  const username = newName()
  const { passkeyId } = await thumbturn.createPasskey(username)
  const { thumbturn: second, signals } = openApp({ storage, phone: createPhone(newDevice()) })
  const added = await second.createPasskey(username, { passkeyName: 'Tablet' })
  assert.deepEqual((await second.listPasskeys()).map(({ name }) => name).includes('Tablet'), true)
  await second.renamePasskey(added.passkeyId!, { name: 'Big tablet' })
  await second.deletePasskey(passkeyId!)
  assert.deepEqual(
    (await second.listPasskeys()).map(({ name }) => name),
    ['Big tablet'],
  )
  const [, details] = signals.findLast(([name]) => name === 'signalAllAcceptedCredentials')!
  assert.equal((details as { allAcceptedCredentialIds: string[] }).allAcceptedCredentialIds.length, 1)
})

test('a code from one device leads to a passkey on another', async () => {
  const { thumbturn } = openApp()
  const username = newName()
  await changeSettings(service(), { crossAuthMethods: ['otp', 'otp:email'] })
  await thumbturn.createPasskey(username)
  const { code } = await thumbturn.requestOtp()
  const { thumbturn: other } = openApp()
  await other.validateOtp(username, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  assert.equal((await other.createPasskey(username)).isAuthenticated, true)
  await other.requestAndSendOtp(username, { method: 'email' })
})

test('without a passkey, the callback gets the other ways', async () => {
  const { thumbturn } = openApp()
  const offered: unknown[] = []
  const result = await thumbturn.authenticateWithPasskey(newName('unknown'), {
    callbacks: { onFallback: (_, methods) => void offered.push(methods), onCrossAuth: () => void offered.push([]) },
  })
  assert.equal(result.isAuthenticated, false)
  assert.equal(offered.length, 1)
})

test('a transaction is confirmed, and the token of the sign-in stays', async () => {
  const { thumbturn } = openApp()
  const username = newName()
  const { token } = await thumbturn.createPasskey(username)
  const confirmed = await thumbturn.confirmTransaction(username, { txPayload: '{"payment":{"total":"1"}}' })
  assert.ok(confirmed.token && confirmed.txHash && confirmed.nonce)
  assert.equal(await thumbturn.getToken(), token)
})

test('an immediate sign-in asks for passkeys of this device only, and is undefined without one', async () => {
  const { thumbturn, asked, device } = openApp()
  const { passkeyId } = await thumbturn.createPasskey(newName())
  assert.equal((await thumbturn.signInImmediately())?.passkeyId, passkeyId)
  assert.equal((asked.at(-1) as { immediate: boolean }).immediate, true)
  device.deleteCredential(device.credentials[0]!.id)
  assert.equal(await thumbturn.signInImmediately(), undefined)
  const noCredential = { code: 'NoCredentials', message: 'NoCredentials' }
  const { thumbturn: empty } = openApp({ phone: createPhone(newDevice(), { get: () => Promise.reject(noCredential) }) })
  assert.equal(await empty.signInImmediately(), undefined)
})

test('a plugin without these abilities is never asked to sign in immediately or to create silently', async () => {
  const { thumbturn, asked } = openApp({ phone: createPhone(newDevice(), { abilities: {} }) })
  assert.equal(await thumbturn.signInImmediately(), undefined)
  assert.equal(await thumbturn.upgradeToPasskey(newName()), undefined)
  await assert.rejects(thumbturn.createPasskey(newName(), { conditionalCreate: true }), { code: 'ERROR_GENERAL_ERROR' })
  assert.deepEqual(asked, [])
})

test('after another kind of sign-in, the system creates a passkey without a dialog', async () => {
  const username = newName()
  const { thumbturn: first, storage } = openApp()
  await first.createPasskey(username)
  const { thumbturn, asked } = openApp({ storage })
  assert.equal((await thumbturn.upgradeToPasskey(username))?.isAuthenticated, true)
  assert.equal((asked[0] as { conditionalCreate: boolean }).conditionalCreate, true)
})

test('a taken username is an error before the dialog opens', async () => {
  const username = newName()
  await openApp().thumbturn.createPasskey(username)
  const { thumbturn, asked } = openApp()
  await assert.rejects(thumbturn.createPasskey(username), { code: 'ERROR_SIGN_IN_REQUIRED' })
  assert.deepEqual(asked, [])
})

test('a failed dialog is explained and reported, a canceled one only explained', async () => {
  const fail = (cause: object) => createPhone(newDevice(), { get: () => Promise.reject(cause) })
  const { thumbturn: failing } = openApp({
    phone: fail({ code: 'DomError', message: 'The incoming request cannot be validated' }),
  })
  const reports = () => service().calls.filter((path) => path === '/client-events/submit').length
  const before = reports()
  await assert.rejects(failing.authenticateWithPasskey(), {
    code: 'ERROR_DOMAIN_MISMATCH',
    message: /^https:\/\/localhost\/\.well-known\/assetlinks\.json does not list this app/,
  })
  while (reports() === before) await new Promise((resolve) => setTimeout(resolve, 5))
  const { thumbturn: canceled } = openApp({ phone: fail({ code: 'UserCancelled' }) })
  await assert.rejects(canceled.authenticateWithPasskey(), { code: 'ERROR_PASSKEY_ABORTED' })
  assert.equal(reports(), before + 1)
})

test('a signal ends a sign-in although the dialog stays open', async () => {
  const { thumbturn } = openApp({ phone: createPhone(newDevice(), { get: () => new Promise(() => {}) }) })
  const controller = new AbortController()
  const signingIn = thumbturn.authenticateWithPasskey(undefined, { signal: controller.signal })
  controller.abort()
  await assert.rejects(signingIn, { code: 'ERROR_PASSKEY_ABORTED' })
})

test('a storage that fails leaves the user signed in until the app is closed, but never silently after signing out', async () => {
  const broken = () => Promise.reject(new Error('Locked'))
  const storage = { ...createStorage(), getItem: broken, setItem: broken, removeItem: broken }
  const { thumbturn } = openApp({ storage })
  const username = newName()
  await thumbturn.createPasskey(username)
  assert.equal((await thumbturn.getSessionInfo())?.username, username)
  await assert.rejects(thumbturn.logout(), { message: 'Locked' })
  assert.equal(await thumbturn.getSessionInfo(), undefined)
})

test('a device with a trust key is known after its first sign-in', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const trustKey = {
    id: 'ABCDEFGHIJKLMNOPQRSTUVWX1',
    publicKey: publicKey.export({ format: 'jwk' }) as never,
    sign: async (data: Uint8Array) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  }
  const { thumbturn } = openApp({ trustKey })
  assert.equal(await thumbturn.isDeviceKnown(), false)
  await thumbturn.createPasskey(newName())
  assert.equal(await thumbturn.isDeviceKnown(), true)
  assert.equal(await openApp().thumbturn.isDeviceKnown(), false)
})

test('a service that is down is an error with advice for devices', async () => {
  const { sdk } = service()
  const { prompt } = createPhone()
  const thumbturn = new sdk.Thumbturn({ baseUrl: 'http://127.0.0.1:9/apps/demo', prompt })
  await assert.rejects(thumbturn.authenticateWithPasskey(), {
    code: 'unreachable',
    message: /its localhost isn't your/,
  })
})

test('an error has a text for users in their language', async () => {
  const { sdk } = service()
  await sdk.loadUserMessages('de')
  const error = new sdk.PasskeyError('ERROR_PASSKEY_ABORTED')
  assert.match(error.userMessage, /Versuche|erneut|Nichts/)
  await sdk.loadUserMessages()
})
