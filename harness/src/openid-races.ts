import { randomUUID } from 'node:crypto'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { createDeviceKey, signJwt } from './device-proofs.ts'
import type { Race, RaceSubject } from './mfa-races.ts'
import {
  addOpenidClient,
  addPublicClient,
  exchangeOf,
  issuer,
  requestCode,
  send,
  signInToClient,
  signUpInBrowser,
} from './openid.ts'
import { addDeviceClient, decide, poll, startDevice } from './openid-devices.ts'
import type { Answer, Service } from './service.ts'

const lostGrant = {
  status: 400,
  msg: /^The code or refresh token is invalid/,
  msgCode: 'invalid_grant',
}

/** Translates a response of a protocol endpoint into the format of the others, so that one loop can check them all. */
function toCurrentFormat(response: Answer): Answer {
  const { error: msgCode, error_description: msg } = response.body as { error?: string; error_description?: string }
  return msgCode === undefined ? response : { ...response, body: { msg, msgCode } }
}

type Sending = Parameters<typeof send>[2]

const exchange = (sending: Sending): RaceSubject['use'] => {
  return async (node) => toCurrentFormat(await send(node, 'token', sending))
}

/** Every single-use value of the OpenID Provider. */
export const openidRaces: readonly Race[] = [
  {
    what: 'exchanges of one authorization code',
    lost: lostGrant,
    async begin(service) {
      const [client, { browser, userId }] = [await addPublicClient(service), await signUpInBrowser(service)]
      const fields = exchangeOf(client, await requestCode(service, { client, browser }))
      return {
        use: exchange({ client, fields }),
        once: [`select id from events where user_id = '${userId}' and type = 'fido2.openid.signed_in'`],
      }
    },
  },
  {
    what: 'exchanges of one refresh token of a public client',
    lost: lostGrant,
    async begin(service) {
      const client = await addPublicClient(service)
      const { tokens, userId } = await signInToClient(service, client, { scope: 'openid offline_access' })
      const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      return {
        use: exchange({ client, fields }),
        once: [`select id from refresh_families where user_id = '${userId}'`],
      }
    },
  },
  {
    what: 'calls with one device code',
    // Only two calls at a time get past the limit of each node.
    lost: [lostGrant, { status: 400, msg: 'Wait five seconds longer between the calls', msgCode: 'slow_down' }],
    async begin(service) {
      const [client, { browser, userId }] = [await addDeviceClient(service), await signUpInBrowser(service)]
      const { device_code, user_code: userCode } = await startDevice(service, client)
      await decide(service, { browser, userCode })
      return {
        use: async (node) => toCurrentFormat(await poll(node, client, device_code)),
        once: [
          `select id from refresh_families where user_id = '${userId}'`,
          `select id from events where user_id = '${userId}' and type = 'fido2.openid.signed_in'`,
        ],
      }
    },
  },
  {
    what: 'uses of one client assertion',
    lost: { status: 401, msg: /^The client is unknown/, msgCode: 'invalid_client' },
    async begin(service) {
      const { clientId, assertion } = await signAssertion(service)
      const fields = {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }
      return { use: exchange({ fields }), once: [] }
    },
  },
  {
    what: 'calls with one proof of a key',
    lost: { status: 400, msg: 'The DPoP proof is not valid for this call', msgCode: 'invalid_dpop_proof' },
    async begin(service) {
      const client = await addMachine(service)
      const headers = { dpop: createProof(service) }
      return { use: exchange({ client, fields: { grant_type: 'client_credentials' }, headers }), once: [] }
    },
  },
]

const addMachine = (service: Service, changes: Partial<Client> = {}) =>
  addOpenidClient(service, {
    type: 'machine',
    grantTypes: ['client_credentials'],
    resources: ['https://api.example.com'],
    ...changes,
  })

const readSeconds = ({ clock }: Service) => Math.floor(clock.now() / 1000)

/** A DPoP proof for a call at the token endpoint (RFC 9449 §4.2). */
function createProof(service: Service): string {
  const { privateKey, publicKey } = createDeviceKey()
  const header = { typ: 'dpop+jwt', jwk: publicKey.export({ format: 'jwk' }) }
  const claims = { jti: randomUUID(), htm: 'POST', htu: `${issuer}/openid/token`, iat: readSeconds(service) }
  return signJwt(privateKey, header, claims)
}

/** A machine that authenticates with a key, and one of its assertions (RFC 7523 §3). */
async function signAssertion(service: Service): Promise<{ clientId: string; assertion: string }> {
  const { privateKey, publicKey } = createDeviceKey()
  const { id: clientId } = await addMachine(service, {
    authMethod: 'private_key_jwt',
    secrets: [],
    jwks: { keys: [publicKey.export({ format: 'jwk' })] },
  })
  const at = readSeconds(service)
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: at, exp: at + 60 }
  return { clientId, assertion: signJwt(privateKey, {}, claims) }
}
