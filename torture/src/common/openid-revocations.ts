import { randomUUID } from 'node:crypto'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import {
  addOpenidClient,
  addProtectedResource,
  allowClient,
  exchangeCode,
  type OpenidTokens,
  requestCode,
  send,
  signUpByCalls,
} from '@thumbturn/service-harness/openid.ts'
import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { administer, type Prepare } from './revocable.ts'

const readUserinfo = (node: Service, { access_token: token }: OpenidTokens) =>
  node.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${token}` })

type Access = { client: Client; scope?: string; resource?: string }

async function signIn(node: Service, { client, scope = 'openid', resource }: Access) {
  const user = await signUpByCalls(node)
  const asked = { scope, ...(resource !== undefined && { resource }) }
  const code = await requestCode(node, { client, browser: user.browser }, asked)
  return { ...user, tokens: await exchangeCode(node, client, code) }
}

const consent: Prepare = async (scene) => {
  const { first, second } = scene
  const [client, { browser, userId }] = [await addOpenidClient(first, { consent: 'ask' }), await signUpByCalls(first)]
  await allowClient(first, { client, browser })
  const tokens = await exchangeCode(first, client, await requestCode(first, { client, browser }))
  return {
    revoke: () => administer(scene, ['DELETE', `/users/${userId}/consents/${client.id}`]),
    probe: () => readUserinfo(second, tokens),
  }
}

const browserSession: Prepare = async (scene) => {
  const client = await addOpenidClient(scene.first)
  const { userId, tokens } = await signIn(scene.first, { client })
  const path = `/users/${userId}/browser-sessions`
  const { sessions } = readBody<{ sessions: { id: string }[] }>(await administer(scene, ['GET', path]))
  return {
    revoke: () => administer(scene, ['DELETE', `${path}/${sessions[0]!.id}`]),
    probe: () => readUserinfo(scene.second, tokens),
  }
}

const openidClient: Prepare = async (scene) => {
  const client = await addOpenidClient(scene.first)
  const { tokens } = await signIn(scene.first, { client })
  return {
    revoke: () => administer(scene, ['DELETE', `/clients/${client.id}`]),
    probe: () => readUserinfo(scene.second, tokens),
  }
}

const clientRefreshToken: Prepare = async ({ first, second }) => {
  const client = await addOpenidClient(first)
  const { refresh_token } = (await signIn(first, { client, scope: 'openid offline_access' })).tokens
  const exchange = { grant_type: 'refresh_token', refresh_token }
  return {
    revoke: (): Promise<Answer> => send(first, 'revoke', { client, fields: { token: refresh_token } }),
    probe: () => send(second, 'token', { client, fields: exchange }),
  }
}

const protectedResource: Prepare = async (scene) => {
  const { first, second } = scene
  const { uri } = await addProtectedResource(first, `https://${randomUUID()}.example.com`)
  const client = await addOpenidClient(first, { resources: [uri] })
  const access = { scope: 'offline_access files:read', resource: uri }
  const { refresh_token } = (await signIn(first, { client, ...access })).tokens
  const exchange = { grant_type: 'refresh_token', refresh_token }
  return {
    revoke: () => administer(scene, ['DELETE', `/resource?${new URLSearchParams({ uri })}`]),
    probe: () => send(second, 'token', { client, fields: exchange }),
  }
}

/** Its other secret works on. */
const clientSecret: Prepare = async (scene) => {
  const { first, second } = scene
  const client = await addOpenidClient(first, {
    type: 'machine',
    grantTypes: ['client_credentials'],
    resources: ['https://api.example.com'],
  })
  const fields = { grant_type: 'client_credentials' }
  return {
    revoke: () => administer(scene, ['DELETE', `/clients/${client.id}/secrets/${client.secrets[0]!.id}`]),
    probe: () => send(second, 'token', { client, fields }),
  }
}

const disabledClient: Prepare = async (scene) => {
  const client = await addOpenidClient(scene.first)
  const { tokens } = await signIn(scene.first, { client })
  return {
    revoke: () => administer(scene, ['PATCH', `/clients/${client.id}`, { disabled: true }]),
    probe: () => readUserinfo(scene.second, tokens),
  }
}

const groupOfClient: Prepare = async (scene) => {
  const { first, second } = scene
  const name = `group ${randomUUID()}`
  const { id } = readBody<{ id: string }>(await administer(scene, ['POST', '/groups', { name }]))
  const [client, user] = [await addOpenidClient(first, { allowedGroups: [name] }), await signUpByCalls(first)]
  readBody(await administer(scene, ['POST', `/groups/${id}/members`, { userIds: [user.userId] }]), 204)
  const code = await requestCode(first, { client, browser: user.browser }, { scope: 'openid offline_access' })
  const { refresh_token } = await exchangeCode(first, client, code)
  const exchange = { grant_type: 'refresh_token', refresh_token }
  return {
    revoke: () => administer(scene, ['DELETE', `/groups/${id}`]),
    probe: () => send(second, 'token', { client, fields: exchange }),
  }
}

/** A session of a web application, whose backend asks the service. */
const backendSession: Prepare = async ({ first, second, apiKey: token }) => {
  const { userId, jwtAccess } = await signUpUser(first)
  const { epoch, credID: passkeyId } = readClaims(jwtAccess)
  return {
    revoke: () => first.ask('POST', `/mgmt/users/${userId}/sign-out`, { token }),
    async probe() {
      const answer = await second.ask('POST', '/mgmt/session/verify', { token, body: { userId, epoch, passkeyId } })
      return (answer.body as { active?: boolean }).active === false ? { ...answer, status: 401 } : answer
    },
  }
}

/** Everything revocable that the OpenID Provider issues. */
export const openidRevocations: Readonly<Record<string, Prepare>> = {
  consent,
  browserSession,
  openidClient,
  clientRefreshToken,
  protectedResource,
  clientSecret,
  disabledClient,
  groupOfClient,
  backendSession,
}
