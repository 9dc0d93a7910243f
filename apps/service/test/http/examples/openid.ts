import { createHash } from 'node:crypto'
import { findExample, type openidApi, plain } from '@thumbturn/contract'
import { tokenRoutes } from '@thumbturn/contract/openid/tokens.ts'
import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import {
  addOpenidClient,
  basicOf,
  exchangeOf,
  type OpenidTokens,
  requestCode,
  send,
  signInToBrowser,
} from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { addSite, authorizeSite, signInToSite, startSite } from '@thumbturn/service-harness/sites.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { type Prepare, signUpAda } from './world.ts'

const { client_id, client_secret } = findExample(plain(tokenRoutes.token.body)) as Record<string, string>

/** The client of all examples. */
const addClient = (service: Service) =>
  addOpenidClient(service, {
    id: client_id!,
    redirectUris: ['https://grafana.example.com/callback'],
    resources: ['https://api.example.com'],
    postLogoutRedirectUris: ['https://grafana.example.com/signed-out'],
    grantTypes: ['authorization_code', 'refresh_token', deviceCodeGrant],
    secrets: [
      {
        id: 'first',
        hash: createHash('sha256').update(client_secret!).digest('base64url'),
        hint: client_secret!.slice(-4),
        createdAt: 0,
      },
    ],
  })

async function signAdaIn(service: Service) {
  const { jwtAccess: token } = await signUpAda(service)
  return signInToBrowser(service, { token })
}

/** A site with the host of all examples, whose proxy is trusted. */
async function addExampleSite(service: Service) {
  return addSite(service, { host: 'wiki.example.com' })
}

/** A browser at the callback of that site. */
async function arriveAtCallback(service: Service) {
  const site = await addExampleSite(service)
  const { browser } = await signAdaIn(service)
  const { cookie, location } = await startSite(service, site)
  const { searchParams } = new URL(await authorizeSite(service, location, browser))
  return { query: { ...Object.fromEntries(searchParams), error: '', error_description: '' }, headers: { cookie } }
}

async function issueTokens(service: Service): Promise<OpenidTokens> {
  const client = await addClient(service)
  const { browser } = await signAdaIn(service)
  const code = await requestCode(service, { client, browser }, { scope: 'openid profile email' })
  const headers = { authorization: basicOf(client, client_secret) }
  return readBody<OpenidTokens>(await send(service, 'token', { fields: exchangeOf(client, code), headers }))
}

async function visitSite(service: Service) {
  const site = await addExampleSite(service)
  const { browser } = await signAdaIn(service)
  const { cookie } = await signInToSite(service, site, { browser })
  return { headers: { cookie } }
}

export const preparations: Partial<Record<keyof typeof openidApi.routes, Prepare>> = {
  async authorize(service) {
    await addClient(service)
    return { query: { request_uri: '' } }
  },
  async authorizePost(service) {
    await addClient(service)
    return {}
  },
  async clientRegister({ core, application }) {
    await changeApplication(core, application, { settings: { dynamicClientRegistration: 'token' } })
    return {}
  },
  async pushedAuthorization(service) {
    await addClient(service)
    return {}
  },
  async token(service) {
    const client = await addClient(service)
    const { browser } = await signAdaIn(service)
    return { body: { code: await requestCode(service, { client, browser }) } }
  },
  async deviceAuthorization(service) {
    await addClient(service)
    return {}
  },
  introspect: async (service) => ({ body: { token: (await issueTokens(service)).access_token } }),
  revoke: async (service) => ({ body: { token: (await issueTokens(service)).access_token } }),
  async endSession(service) {
    await addClient(service)
    return { query: { posted: '', id_token_hint: '' } }
  },
  siteCheck: visitSite,
  siteStart: visitSite,
  siteCallback: arriveAtCallback,
  siteSignOut: visitSite,
  siteDenied: visitSite,
  async userinfo(service) {
    const { access_token } = await issueTokens(service)
    return { headers: { authorization: `Bearer ${access_token}` } }
  },
  async userinfoPost(service) {
    const { access_token } = await issueTokens(service)
    return { body: { access_token }, headers: { authorization: '' } }
  },
}
