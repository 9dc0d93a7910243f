import { Type } from 'typebox'
import { longestClientUrl } from '../vocabulary/openid-clients.ts'

const Field = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }))

/** How a client authenticates in a form; clients with a secret can use the Authorization header instead (RFC 6749 §2.3.1). */
export const credentialFields = {
  client_id: Field(longestClientUrl, 'The client, unless the Authorization header or the assertion says so', 'grafana'),
  client_secret: Field(256, 'Its secret (`client_secret_post`)', 'c2VjcmV0IG9mIGEgY2xpZW50'),
  client_assertion: Field(8_192, 'A JWT that the client signed (`private_key_jwt`, RFC 7523)', 'eyJhbGciOiJFUzI1NiJ9…'),
  client_assertion_type: Field(
    100,
    'With an assertion: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`',
    'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  ),
}

export { Field }

/** The errors of every endpoint at which clients authenticate. */
export const clientRejections = {
  401: { why: 'The client is unknown, or its credentials are wrong', msgCode: 'invalid_client' },
} as const
