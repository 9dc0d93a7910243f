import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
} from '@thumbturn/service-harness/gen1.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  type Device,
  newDevice,
  newName,
  notAccepted,
  notVerified,
  readBody,
  registrationRejected,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'

const aaguid = '0badc0de-0000-4000-8000-0000000000ee'
const allowed = '00112233-4455-6677-8899-aabbccddeeff'

/**
 * Rejections that starting again doesn't change: how a device is, what the application requires, and what the error
 * says.
 */
const situations: [
  what: string,
  device: () => Device,
  settings: Partial<ApplicationSettings>,
  said: typeof notAccepted,
][] = [
  [
    "an authenticator that doesn't verify the user",
    () => newDevice({ userVerified: false }),
    { userVerification: 'required' },
    notVerified,
  ],
  ['a model that is not allowed', () => newDevice({ aaguid }), { authenticators: [allowed] }, notAccepted],
]

anyEngine('rejections that say what to do', (fresh) => {
  const running = useService(fresh)

  for (const [what, createDevice, settings, said] of situations) {
    for (const api of ['', '//fido2/v2/proxy']) {
      test(`${api || 'the current API'} explains the registration of ${what}`, async (t) => {
        const service = running()
        const { text: token } = await apiKey(service, ['reg:write'])
        await withSettings(service, t, settings)
        const { session, registrationRequestOptions } = await startRegistration(service, newName())
        const creationResult = createDevice().create(registrationRequestOptions)
        const response = await service.post(`${api}/reg/complete`, { session, creationResult }, { token })
        assertRejected(response, { ...registrationRejected, msg: said.msg, ...(api === '' && { reason: said.reason }) })
      })

      test(`${api || 'the current API'} explains a sign-in with ${what}, and never one with a wrong signature`, async (t) => {
        const service = running()
        const { text: token } = await apiKey(service, ['auth:write'])
        const { device, username } = await signUpUser(service, { device: createDevice() })
        await withSettings(service, t, settings)
        const rejected = api === '' ? signInRejected : { ...signInRejected, status: 403 }
        const { session, assertionOptions } = await startSignIn(service, username)
        const assertionResult = device.get(assertionOptions)
        const complete = (changes: object) =>
          service.post(
            `${api}/auth/complete`,
            { session, assertionResult: { ...assertionResult, ...changes } },
            { token },
          )
        assertRejected(await complete({ signature: 'AAAA' }), rejected)
        assertRejected(await complete({}), { ...rejected, msg: said.msg, ...(api === '' && { reason: said.reason }) })
      })
    }

    test(`the first generation explains the registration and a sign-in of ${what}`, async (t) => {
      const service = running()
      const backend = await gen1Backend(service)
      const { device, username } = await signUpUser(service, { device: createDevice() })
      await withSettings(service, t, settings)
      const called = await backend.call('auth.register', '/register/fido2/init', { username: newName() })
      const attestation_payload = attested(createDevice(), readBody<AttestationInit>(called))
      const registered = await backend.open('/register/fido2/complete', { attestation_payload })
      assertGen1Rejected(registered, [400, 'credential_not_created', said.msg])
      assertGen1Rejected(await gen1SignIn(backend, { device, username }), [401, 'failed_to_authenticate', said.msg])
    })
  }
})
