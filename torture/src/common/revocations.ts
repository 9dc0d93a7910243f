import { randomUUID } from 'node:crypto'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import type { Answer } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  deviceInfo,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  signIn,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { openidRevocations } from './openid-revocations.ts'
import type { Prepare, Scene } from './revocable.ts'
import { siteRevocations } from './site-revocations.ts'

const remove = ({ first, adminKey }: Scene, path: string) =>
  first.ask('DELETE', `//admin/v1${path}`, { token: adminKey })

const ofUser = (revoke: (scene: Scene, userId: string) => Promise<Answer>): Prepare => {
  return async (scene) => {
    const { userId, jwtAccess } = await signUpUser(scene.first)
    return {
      revoke: () => revoke(scene, userId),
      probe: () => scene.second.ask('GET', '/passkeys', { token: jwtAccess }),
    }
  }
}

const passkey: Prepare = async ({ first, second, apiKey: token }) => {
  const { passkeyId, device, username } = await signUpUser(first)
  return {
    revoke: () => first.ask('DELETE', `/mgmt/passkeys/${passkeyId}`, { token }),
    probe: () => signIn(second, { device, username }),
  }
}

const backendKey: Prepare = async (scene) => {
  const { text, key } = await apiKey(scene.first, ['user:read'])
  const { username } = await signUpUser(scene.first)
  return {
    revoke: () => remove(scene, `/applications/demo/api-keys/${key.id}`),
    probe: () => scene.second.ask('GET', `/mgmt/users/find?username=${username}`, { token: text }),
  }
}

const clientKey: Prepare = async (scene) => {
  const { key, call } = await gen1Backend(scene.second, { ownKey: true })
  const { username } = await signUpUser(scene.first)
  return {
    revoke: () => remove(scene, `/applications/demo/client-keys/${key.id}`),
    probe: () => call('auth.login', '/authenticate/fido2/init', { username }),
  }
}

/** The application whose keys are revoked by the `at`th of the preparations, so that they don't meet. */
export const toKeyApplication = (at: number) => `keys-${at}`

const signingKey: Prepare = async (scene, at) => {
  const { first, second, adminKey: token } = scene
  const id = toKeyApplication(at)
  const base = `//apps/${id}/fido2/v2`
  const started = readBody<RegistrationInit>(
    await first.post(`${base}/reg/init`, { app: { id }, deviceInfo, user: { username: newName() } }),
  )
  const creationResult = newDevice().create(started.registrationRequestOptions)
  const completed = await first.post(`${base}/reg/complete`, { session: started.session, creationResult })
  const { jwtAccess } = readBody<Tokens>(completed)
  const { kid } = JSON.parse(Buffer.from(jwtAccess.split('.')[0]!, 'base64url').toString()) as { kid: string }
  readBody(await first.ask('POST', `//admin/v1/applications/${id}/signing-keys`, { token }))
  return {
    revoke: () => remove(scene, `/applications/${id}/signing-keys/${kid}`),
    probe: () => second.ask('GET', `${base}/passkeys`, { token: jwtAccess }),
  }
}

const member: Prepare = async (scene) => {
  const dashboard = await newMember(scene.second)
  return {
    revoke: () => remove(scene, `/members/${dashboard.member.id}`),
    probe: () => dashboard.ask('GET', '/applications'),
  }
}

const memberSession: Prepare = async (scene) => {
  const dashboard = await newMember(scene.second)
  const path = `/members/${dashboard.member.id}/sessions`
  const { sessions } = readBody<{ sessions: { id: string }[] }>(await dashboard.ask('GET', path))
  return {
    revoke: () => remove(scene, `${path}/${sessions[0]!.id}`),
    probe: () => dashboard.ask('GET', '/applications'),
  }
}

const authenticatorModel: Prepare = async ({ first, second, adminKey: token }) => {
  const aaguid = randomUUID()
  const path = `//admin/v1/applications/demo/blocked-authenticators/${aaguid}`
  return {
    revoke: () => first.ask('PUT', path, { token, body: { reg: true, auth: true } }),
    undo: () => first.ask('DELETE', path, { token }),
    async probe() {
      const { session, registrationRequestOptions } = await startRegistration(second, newName())
      const creationResult = newDevice({ aaguid }).create(registrationRequestOptions)
      return second.post('/reg/complete', { session, creationResult })
    },
  }
}

/** Everything that can be revoked. Add an entry here for each new kind. */
export const revocations: Readonly<Record<string, Prepare>> = {
  passkey,
  user: ofUser(({ first, apiKey: token }, id) => first.ask('DELETE', `/mgmt/users/${id}`, { token })),
  deactivatedUser: ofUser(({ first, adminKey: token }, id) =>
    first.ask('PATCH', `//admin/v1/applications/demo/users/${id}`, { token, body: { status: 'inactive' } }),
  ),
  signedOutUser: ofUser(({ first, apiKey: token }, id) => first.ask('POST', `/mgmt/users/${id}/sign-out`, { token })),
  apiKey: backendKey,
  clientKey,
  signingKey,
  member,
  memberSession,
  authenticatorModel,
  ...openidRevocations,
  ...siteRevocations,
}
