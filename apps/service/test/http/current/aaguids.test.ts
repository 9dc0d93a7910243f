import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  readBody,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'

const keychain = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
const unknownModel = '01234567-89ab-cdef-0123-456789abcdef'

type ModelEntry = { aaguid: string; name: string; providerName?: string }

/** Names and icons of authenticator models, as returned to users and backends. */
anyEngine('authenticator names', (fresh) => {
  const service = useService(fresh)

  for (const [what, spelling] of [
    ['in canonical form', keychain],
    ['in uppercase', keychain.toUpperCase()],
    ['without hyphens', keychain.replaceAll('-', '')],
  ] as const) {
    test(`a user reads name and icons of a model ${what}`, async () => {
      const { jwtAccess: token } = await signUpUser(service())
      const { iconLight, iconDark, icon_light, icon_dark, ...rest } = readBody<Record<string, string>>(
        await service().ask('GET', `/passkeys/aaguid/${spelling}`, { token }),
      )
      assert.deepEqual(rest, { id: keychain, name: 'iCloud Keychain' })
      for (const icon of [iconLight, iconDark]) assert.match(icon!, /^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/)
      assert.notEqual(iconLight, iconDark)
      assert.deepEqual({ icon_light, icon_dark }, { icon_light: iconLight, icon_dark: iconDark })
    })
  }

  test('a backend reads the same entry', async () => {
    const { text: token } = await apiKey(service())
    const { jwtAccess } = await signUpUser(service())
    const users = readBody<Record<string, string>>(
      await service().ask('GET', `/passkeys/aaguid/${keychain}`, { token: jwtAccess }),
    )
    const backends = readBody(await service().ask('GET', `/mgmt/aaguids/${keychain}`, { token }))
    assert.deepEqual(backends, users)
  })

  for (const [what, aaguid, status, msgCode] of [
    ['an unknown model', unknownModel, 404, 'not_found'],
    ['the zero AAGUID', '00000000-0000-0000-0000-000000000000', 404, 'not_found'],
    ['a word', 'keychain', 400, 'bad_request'],
    ['one digit too few', keychain.slice(1), 400, 'bad_request'],
    ['misplaced hyphens', `f-${keychain.slice(1).replaceAll('-', '')}`, 400, 'bad_request'],
    ['an inherited object property', '__proto__', 400, 'bad_request'],
    ['a path', '..%2f..%2fetc', 400, 'bad_request'],
    ['a long string', 'a'.repeat(65), 400, 'bad_request'],
  ] as const) {
    test(`${what} returns ${status} to users and backends`, async () => {
      const { jwtAccess } = await signUpUser(service())
      const { text } = await apiKey(service())
      for (const [path, token] of [
        ['/passkeys/aaguid/', jwtAccess],
        ['/mgmt/aaguids/', text],
      ] as const) {
        assertRejected(await service().ask('GET', path + aaguid, { token }), { status, msg: /./, msgCode })
      }
    })
  }

  for (const [what, aaguid, passkeyName, expected] of [
    ['the given name', keychain, 'Mine', { name: 'Mine', providerName: 'iCloud Keychain' }],
    [
      'the name of its model if none is given',
      keychain,
      '  ',
      { name: 'iCloud Keychain', providerName: 'iCloud Keychain' },
    ],
    ['the name of its device if its model is unknown', unknownModel, undefined, { name: 'Chrome on Linux' }],
  ] as const) {
    test(`a new passkey has ${what}`, async () => {
      const { session, registrationRequestOptions } = await startRegistration(service(), newName())
      const creationResult = newDevice({ aaguid }).create(registrationRequestOptions)
      const { jwtAccess: token } = readBody<{ jwtAccess: string }>(
        await service().post('/reg/complete', { session, creationResult, passkeyName }),
      )
      const [passkey] = readBody<ModelEntry[]>(await service().ask('GET', '/passkeys', { token }))
      const { name, providerName } = passkey!
      assert.deepEqual({ name, ...(providerName !== undefined && { providerName }) }, expected)
      assert.equal(passkey?.aaguid, aaguid)
    })
  }
})
