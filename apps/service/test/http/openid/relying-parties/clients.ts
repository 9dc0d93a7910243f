import { generateKeyPairSync } from 'node:crypto'
import type { Client } from '../../../../src/core/model/authorization/client.ts'

/** A secret of which every character that Basic authentication could read otherwise is a part (RFC 6749 §2.3.1). */
export const secret = 'a secret: 100% of +/=&~ and "more"'

export const redirectUri = 'https://client.example.com/callback'
export const afterSignOut = 'https://client.example.com/signed-out'
export const api = 'https://api.example.com'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'of-the-client', alg: 'ES256', use: 'sig' }

/** The key of the client that authenticates with assertions. */
export const clientKey = { kid: publicJwk.kid, pkcs8: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string }

/** A client as both providers know it. */
export type SuiteClient = Pick<Client, 'id' | 'type' | 'authMethod' | 'idTokenAlg' | 'grantTypes'> &
  Partial<Pick<Client, 'dpop' | 'requirePar' | 'resources' | 'scopes' | 'jwks' | 'requirePkce' | 'userinfoAlg'>>

const web = {
  type: 'web',
  authMethod: 'client_secret_basic',
  idTokenAlg: 'RS256',
  grantTypes: ['authorization_code', 'refresh_token'],
} as const

/** Clients that differ in one way each. */
export const clients = {
  basic: { ...web, id: 'basic' },
  post: { ...web, id: 'post', authMethod: 'client_secret_post', idTokenAlg: 'ES256' },
  assertion: { ...web, id: 'assertion', authMethod: 'private_key_jwt', jwks: { keys: [publicJwk] } },
  page: { ...web, id: 'page', type: 'singlePage', authMethod: 'none' },
  pushing: { ...web, id: 'pushing', requirePar: true },
  bound: { ...web, id: 'bound', dpop: 'required' },
  old: { ...web, id: 'old', requirePkce: false },
  signed: { ...web, id: 'signed', userinfoAlg: 'ES256' },
  program: { ...web, id: 'program', resources: [api], scopes: ['openid', 'read'] },
  machine: {
    ...web,
    id: 'machine',
    type: 'machine',
    grantTypes: ['client_credentials'],
    resources: [api],
    scopes: ['read', 'write'],
  },
} as const satisfies Record<string, SuiteClient>

export type ClientName = keyof typeof clients

/** Whether a client has a secret. */
export const hasSecret = ({ authMethod }: SuiteClient) => authMethod.startsWith('client_secret')
