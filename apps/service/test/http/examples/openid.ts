import { createHash } from 'node:crypto'
import { findExample, type openidApi, plain } from '@thumbturn/contract'
import { tokenRoutes } from '@thumbturn/contract/openid/tokens.ts'
import { addOpenidClient, requestCode, signInToBrowser } from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { type Prepare, signUpAda } from './world.ts'

const { client_id, client_secret } = findExample(plain(tokenRoutes.token.body)) as Record<string, string>

/** The client of all examples. */
const addClient = (service: Service) =>
  addOpenidClient(service, {
    id: client_id!,
    redirectUris: ['https://grafana.example.com/callback'],
    resources: ['https://api.example.com'],
    secrets: [
      {
        id: 'first',
        hash: createHash('sha256').update(client_secret!).digest('base64url'),
        hint: client_secret!.slice(-4),
        createdAt: 0,
      },
    ],
  })

/** A client uses one method of authentication, of those that the examples show. */
const withSecret = { client_assertion: '', client_assertion_type: '' }

export const preparations: Partial<Record<keyof typeof openidApi.routes, Prepare>> = {
  async authorize(service) {
    await addClient(service)
    return { query: { request_uri: '' } }
  },
  async authorizePost(service) {
    await addClient(service)
    return { body: { request_uri: '' } }
  },
  async token(service) {
    const client = await addClient(service)
    const { jwtAccess: token } = await signUpAda(service)
    const { browser } = await signInToBrowser(service, { token })
    const code = await requestCode(service, { client, browser })
    return { body: { ...withSecret, code } }
  },
}
