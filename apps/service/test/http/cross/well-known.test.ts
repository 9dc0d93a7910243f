import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  deviceInfo,
  newName,
  readBody,
  registrationRejected,
  signUp,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const fingerprint = '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5'
const androidOrigin = `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`
const settings = {
  relatedOrigins: ['https://example.net'],
  androidApps: [`com.example.app=${fingerprint}`],
  appleApps: ['A1B2C3D4E5.com.example.app'],
  passkeyEnrollUrl: 'http://localhost:4300/passkeys/new',
  passkeyManageUrl: 'http://localhost:4300/passkeys',
}

/** The well-known files that associate other origins and apps with a domain, and their agreement with the ceremonies. */
anyEngine('associated origins and apps', (fresh) => {
  const service = useService(fresh)

  for (const [path, expected] of [
    ['webauthn', { origins: ['https://example.net'] }],
    [
      'assetlinks.json',
      [
        {
          relation: ['delegate_permission/common.get_login_creds', 'delegate_permission/common.handle_all_urls'],
          target: {
            namespace: 'android_app',
            package_name: 'com.example.app',
            sha256_cert_fingerprints: [fingerprint],
          },
        },
      ],
    ],
    ['apple-app-site-association', { webcredentials: { apps: ['A1B2C3D4E5.com.example.app'] } }],
    ['passkey-endpoints', { enroll: 'http://localhost:4300/passkeys/new', manage: 'http://localhost:4300/passkeys' }],
  ] as const) {
    test(`${path} is served as JSON for the application that the path or the host names`, async () => {
      const { core, application } = service()
      await changeApplication(core, application, { settings })
      await createApplication(core, {
        id: `other-${path.length}`,
        rpId: `other${path.length}.example`,
        origins: [`https://other${path.length}.example`],
      })
      for (const [url, host] of [
        [`//apps/demo/.well-known/${path}`, 'localhost:4300'],
        [`//.well-known/${path}`, 'demo.localhost:4300'],
      ] as const) {
        const response = await service().ask('GET', url, { headers: { host } })
        assert.deepEqual(readBody(response), expected)
        assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      }
      const others = await service().ask('GET', `//.well-known/${path}`, {
        headers: { host: `other${path.length}.example` },
      })
      assert.equal(others.status, 200)
      assert.doesNotMatch(others.text, /example\.net|com\.example\.app|\/passkeys/)
    })

    test(`${path} is not served on a host that belongs to no application`, async () => {
      const response = await service().ask('GET', `//.well-known/${path}`, { headers: { host: 'evil.example' } })
      const msg = 'No application is served at this host'
      assertRejected(response, { status: 404, msg, msgCode: 'not_found' })
    })
  }

  test('Android apps open no links of a domain whose application does not let them', async () => {
    const { core, application } = service()
    const ask = async () =>
      readBody<{ relation: string[] }[]>(await service().ask('GET', '//apps/demo/.well-known/assetlinks.json'))
    await changeApplication(core, application, { settings: { ...settings, androidAppLinks: false } })
    assert.deepEqual(
      (await ask()).map(({ relation }) => relation),
      [['delegate_permission/common.get_login_creds']],
    )
    await changeApplication(core, application, { settings: { androidAppLinks: true } })
  })

  test('an application without pages says by an empty object that it supports passkeys', async () => {
    const { core } = service()
    await createApplication(core, { id: 'plain', rpId: 'plain.example', origins: ['https://plain.example'] })
    const ask = async () =>
      readBody(await service().ask('GET', '//.well-known/passkey-endpoints', { headers: { host: 'plain.example' } }))
    assert.deepEqual(await ask(), {})
    const prfUsageUrl = 'https://help.plain.example/passkeys#encryption'
    await changeApplication(core, (await core.applications.findFresh('plain'))!, { settings: { prfUsageUrl } })
    assert.deepEqual(await ask(), { prfUsageDetails: prfUsageUrl })
  })

  const registerFrom = (origin: string, overrides: { crossOrigin?: boolean; topOrigin?: string } = {}) =>
    signUp(service(), { origin, ...overrides })

  for (const origin of ['https://example.net', androidOrigin]) {
    test(`a ceremony from ${origin.slice(0, 24)} is accepted only while the application lists the origin`, async () => {
      const { core } = service()
      const application = (await core.applications.findFresh('demo'))!
      await changeApplication(core, application, { settings: { relatedOrigins: [], androidApps: [] } })
      assertRejected(await registerFrom(origin), registrationRejected)
      await changeApplication(core, application, { settings })
      readBody(await registerFrom(origin))
    })
  }

  for (const [origin, isCeremony] of [
    [`chrome-extension://${'abcdefghijklmnop'.repeat(2)}`, true],
    ['capacitor://app', false],
    ['tauri://app', false],
  ] as const) {
    test(`a page of ${origin} that the application lists can call the service${isCeremony ? ' and complete ceremonies' : ', and its ceremonies come from the system'}`, async () => {
      const { core } = service()
      const application = (await core.applications.findFresh('demo'))!
      const read = async () =>
        (await service().post('/reg/init', { app, deviceInfo, user: { username: newName() } }, { headers: { origin } }))
          .headers['access-control-allow-origin']
      assert.equal(await read(), undefined)
      assertRejected(await registerFrom(origin), registrationRejected)
      await changeApplication(core, application, { origins: [...application.origins, origin] })
      assert.equal(await read(), origin)
      const registered = await registerFrom(origin)
      if (isCeremony) readBody(registered)
      else assertRejected(registered, registrationRejected)
      await changeApplication(core, application, { origins: application.origins })
    })
  }

  test('a frame of another origin is accepted only inside a page that the application lists', async () => {
    const { core } = service()
    const framed = { crossOrigin: true, topOrigin: 'https://shop.example' }
    const application = (await core.applications.findFresh('demo'))!
    assertRejected(await registerFrom('http://localhost:4300', framed), registrationRejected)
    await changeApplication(core, application, { settings: { topOrigins: ['https://shop.example'] } })
    readBody(await registerFrom('http://localhost:4300', framed))
    const elsewhere = { crossOrigin: true, topOrigin: 'https://evil.example' }
    assertRejected(await registerFrom('http://localhost:4300', elsewhere), registrationRejected)
  })
})
