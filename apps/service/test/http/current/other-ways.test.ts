import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  app,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

type Policy = Pick<ApplicationSettings, 'crossAuthMethods' | 'fallbackMethods' | 'enumeration'>

const open = { crossAuthMethods: [], fallbackMethods: [], enumeration: 'open' } as const

/** The fallback that auth/init returns, depending on what the application offers. */
const policies: [what: string, policy: Policy, withoutPasskey: AuthenticationInit['action']][] = [
  ['offers nothing else', open, 'proceed'],
  ['offers codes', { ...open, crossAuthMethods: ['otp', 'otp:email'] }, 'crossAuth'],
  ['offers a fallback', { ...open, fallbackMethods: ['ciam'] }, 'fallback'],
  ['offers both', { ...open, crossAuthMethods: ['otp:sms'], fallbackMethods: ['ciam'] }, 'crossAuth'],
  [
    'offers both with strict enumeration',
    { crossAuthMethods: ['otp', 'otp:sms', 'otp:email'], fallbackMethods: ['ciam'], enumeration: 'strict' },
    'proceed',
  ],
]

/** Where sign-in directs users without a passkey, without revealing who they are. */
anyEngine('fallbacks without a passkey', (fresh) => {
  const running = useService(fresh)

  for (const [what, policy, withoutPasskey] of policies) {
    test(`when the application ${what}, ${withoutPasskey} applies equally to unknown users and users without passkeys`, async (t) => {
      const service = running()
      const owner = await signUpUser(service)
      const bare = await withoutPasskeys(service)
      await setPolicy(service, policy)
      t.after(() => setPolicy(service, open))
      const { enumeration, ...offered } = policy
      const started = async (username: string) => {
        const { action, crossAuthMethods, fallbackMethods, assertionOptions } = await beginFor(service, username)
        assert.deepEqual({ crossAuthMethods, fallbackMethods }, offered)
        assert.equal(Buffer.from(assertionOptions.challenge, 'base64url').length, 32)
        return [action, assertionOptions.allowCredentials.length > 0]
      }
      assert.deepEqual(await started(owner.username), ['proceed', true])
      assert.deepEqual(await started(bare), [withoutPasskey, true])
      assert.deepEqual(await started(newName('unknown')), [withoutPasskey, true])
      assert.deepEqual(await started(''), ['proceed', false])
      // Older clients ignore the action and use the options.
      readBody<Tokens>(await signIn(service, { device: owner.device, username: owner.username }))
    })
  }

  test('a passkey type reveals no more than the transports, so decoys have one too', async () => {
    const service = running()
    for (const [transports, type] of [
      [['internal', 'hybrid'], 'device'],
      [['hybrid', 'usb'], 'device'],
      [['usb', 'nfc'], 'securityKey'],
      [[], undefined],
    ] as const) {
      const { username } = await signUpUser(service, { device: newDevice({ transports: [...transports] }) })
      assert.equal((await beginFor(service, username)).passkeyType, type)
    }
    assert.equal((await beginFor(service, '')).passkeyType, undefined)
    const seen = new Set<string | undefined>()
    for (let asked = 0; asked < 60; asked++) seen.add((await beginFor(service, newName('unknown'))).passkeyType)
    assert.deepEqual([...seen].sort(), ['device', 'securityKey'])
  })

  test("client data can't make an application offer codes that its policy excludes", async () => {
    const service = running()
    const { username } = await signUpUser(service)
    const incapable = JSON.stringify({ passkeyPlatformAuthenticator: false, hybridTransport: false })
    for (const name of [username, newName('unknown'), '']) {
      const body = {
        app: { ...app, crossAuthMethods: ['otp'] },
        deviceInfo: { webauthnCapabilities: incapable },
        user: { username: name },
        crossAuthMethods: ['otp'],
        action: 'crossAuth',
      }
      const started = readBody<AuthenticationInit>(await service.post('/auth/init', body))
      assert.deepEqual([started.action, started.crossAuthMethods, started.fallbackMethods], ['proceed', [], []])
    }
  })
})

const setPolicy = ({ core, application }: Service, settings: Policy) =>
  changeApplication(core, application, { settings })

const beginFor = async (service: Service, username: string) =>
  readBody<AuthenticationInit>(await service.post('/auth/init', { app, deviceInfo, user: { username } }))

/** The username of a user who deleted their only passkey. */
async function withoutPasskeys(service: Service): Promise<string> {
  const { username, passkeyId, jwtAccess: token } = await signUpUser(service)
  assert.equal((await service.ask('DELETE', `/passkeys/${passkeyId}`, { token })).status, 204)
  return username
}
