import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { patterns } from '../patterns.ts'
import { exampleChallenge } from '../sample.ts'
import { Line } from '../shapes.ts'
import { AssertionResult, CreationOptions, CreationResult, RequestOptions } from '../webauthn.ts'
import { ClientId, claimed, NoJwt, Uuid } from './shapes.ts'

// Clients of this generation send nothing back but the challenge, so the challenge is the sealed session itself.
const Challenge = Type.String({
  minLength: 16,
  maxLength: 8192,
  pattern: patterns.base64url,
  description: 'The challenge, base64url: up to some 2,000 bytes, because it also carries the state of the flow',
  examples: [exampleChallenge],
})

const created = CreationResult.properties
const asserted = AssertionResult.properties

export const AttestationOptions = Type.Object(
  {
    // Older clients send it back; the challenge says it already.
    register_session: Type.Optional(ClientReport(Type.String({ description: 'Accepted but ignored' }))),
    display_name: Type.Optional(
      Line(256, { description: 'The name that the passkey dialog shows', examples: ['Ada'] }),
    ),
    override_name: Type.Optional(
      Line(256, { description: 'The username that the passkey dialog shows instead', examples: ['ada'] }),
    ),
    roaming_authenticator: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to ask for a security key', examples: [false] }),
    ),
  },
  { title: 'AttestationOptions' },
)

export const AttestationInit = Type.Object(
  {
    attestation_payload: Type.Object({
      ...CreationOptions.properties,
      challenge: Challenge,
      credential_uuid: Uuid('The ID that the new credential will have'),
    }),
    register_session: Type.String({
      description: 'The challenge again, for older clients',
      examples: [exampleChallenge],
    }),
  },
  { title: 'AttestationInit' },
)

export const AttestationBody = Type.Object(
  {
    client_id: ClientId,
    ...claimed,
    attestation_payload: Type.Object({
      challenge: Challenge,
      credential_uuid: Type.Optional(
        ClientReport(Type.String({ description: 'The value from init; only the challenge counts' })),
      ),
      credential_id: created.credentialId,
      client_data: created.clientDataJSON,
      attestation_data: created.attestationObject,
    }),
    options: Type.Optional(
      Type.Object({
        credential_name: Type.Optional(
          Line(128, { description: 'The name that the user gives it', examples: ['My phone'] }),
        ),
      }),
    ),
    no_jwt: Type.Optional(NoJwt),
  },
  { title: 'AttestationAnswer' },
)

export const AssertionInit = Type.Object(
  { assertion_payload: Type.Object({ ...RequestOptions.properties, challenge: Challenge }) },
  { title: 'AssertionInit' },
)

export const AssertionBody = Type.Object(
  {
    client_id: ClientId,
    ...claimed,
    assertion_payload: Type.Object({
      challenge: Challenge,
      credential_id: asserted.credentialId,
      client_data: asserted.clientDataJSON,
      authenticator_data: asserted.authenticatorData,
      signature: asserted.signature,
      user_handle: Type.Optional(
        Type.String({ maxLength: 128, description: 'As the browser returned it; required if init named no user' }),
      ),
    }),
    no_jwt: Type.Optional(NoJwt),
  },
  { title: 'AssertionAnswer' },
)
