import { Type } from 'typebox'
import { FlowSession, Uuid } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { mfaActions } from '../vocabulary/sign-in-methods.ts'
import { AssertionResult, CreationResult } from '../webauthn.ts'

const jwt = (description: string) =>
  Type.String({ description, examples: ['eyJhbGciOiJFUzI1NiIsImtpZCI6Ii4uLiJ9.e30.c2ln'] })

const Flow = Type.Union([Type.Literal('signIn'), Type.Literal('signUp')], {
  description: 'signUp if the user does not exist yet',
  examples: ['signIn'],
})

// The specification names `assertionOptions` and the email options; the other names are our decision.
const MfaOption = Type.Object(
  {
    value: Type.String({
      description:
        'passkey actions: base64url of the WebAuthn options as JSON, then, if asked for, of the options of a payment, then, where a transaction of a merchant is confirmed, the trust items as they came (merchantTrustID, walletTrustID). otp actions: the id of the address, to be sent as `option`',
      examples: ['eyJjaGFsbGVuZ2UiOiIuLi4ifQ'],
    }),
    name: Type.Optional(
      Type.String({
        description:
          'assertionOptions, creationOptions, paymentOptions, email:primary, email:secondary, phone:primary or phone:secondary; further options of passkey actions: merchantTrustID, walletTrustID',
        examples: ['assertionOptions'],
      }),
    ),
    label: Type.Optional(Type.String({ description: 'A masked address to show', examples: ['a•••@e•••'] })),
  },
  { title: 'MfaOption' },
)

const MfaAction = Type.Object(
  {
    action: Type.Object({
      name: choice(mfaActions, { description: 'Which call continues the flow', examples: ['passkey:auth'] }),
      label: Type.String({ description: 'A label to show', examples: ['Use a passkey'] }),
      desc: Type.Optional(
        Type.String({ description: 'A description to show', examples: ['With your fingerprint, face, or PIN'] }),
      ),
    }),
    options: Type.Optional(Type.Array(MfaOption)),
  },
  { title: 'MfaAction' },
)

/** A flow that requires another factor. On a 401, the session distinguishes it from an error. */
export const MfaNext = Type.Object(
  {
    msg: Type.String({ examples: ['Additional authentication is required.'] }),
    msgCode: Type.Literal('additional_auth_required', { examples: ['additional_auth_required'] }),
    flow: Flow,
    session: FlowSession,
    next: Type.Array(MfaAction, {
      description: 'The possible next steps. Empty if the user has no factor that the policy accepts',
    }),
  },
  { title: 'MfaNext' },
)

// These have titles of their own, because their optional fields are never blank, unlike in a request.
const UsedAssertion = Type.Object(AssertionResult.properties, { title: 'UsedAssertion' })
const UsedCreation = Type.Object(CreationResult.properties, { title: 'UsedCreation' })

const PasskeyInfo = Type.Object(
  {
    passkeyId: Uuid('The passkey'),
    aaguid: Uuid('The authenticator model'),
    publicKey: Type.String({ description: 'The COSE key, base64url', examples: ['pQECAyYgASFYIA'] }),
    assertionResult: Type.Optional(UsedAssertion),
    creationResult: Type.Optional(UsedCreation),
  },
  {
    title: 'MfaPasskeyInfo',
    description: 'The passkey of the flow, with the response of the browser if the last step verified or created it',
  },
)

// The specification names the fields of the payload, and no client decodes it. Our decision: it's JSON. authFactors has
// the verified factors (passkey: passkey ID and credential ID; otpEmail, otpSms: ID and address; external: token ID and
// username; deviceId: ID and name; trustId: thumbprint of the browser's key and "jwk"; SNA never). content is the attached
// payload. contentSignatures are the passkeys' assertions over it, each with the inputs of its challenge.
const payload = Type.String({
  description:
    'base64 of the JSON object {authFactors, content, contentSignatures}. A content signature is an assertion (clientDataJSON, authenticatorData, signature) with credentialId, publicKey (COSE), txId, nonce, lNonce and txHash; its challenge is base64url(SHA-256(JSON.stringify(["transaction", aud, txId, sub, "raw", base64url(content), nonce, lNonce]))), with "payment" for "transaction" if the type in its client data is payment.get',
  examples: ['eyJhdXRoRmFjdG9ycyI6e319'],
})

export const Mfa = Type.Object(
  {
    flow: Flow,
    payload,
    payloadSignature: jwt('The same object as claims of a JWS, with sub, aud, iss, iat, exp and tokenType mfaPayload'),
    idToken: jwt('Who signed in, how (amr, acr), and when (auth_time); tokenType idToken'),
    accessToken: jwt(
      'What reg/complete and auth/complete call jwtAccess; without a passkey in the flow, with fewer scopes',
    ),
    refreshToken: jwt('For mfa/refresh, if the application uses refresh tokens; otherwise it has no use'),
    deviceId: Type.Optional(Uuid('Send it back in deviceInfo.deviceId')),
    passkeyInfo: Type.Optional(PasskeyInfo),
  },
  { title: 'Mfa' },
)

export const MfaTokens = Type.Object(
  {
    idToken: jwt('The same as at the sign-in, with unchanged auth_time and amr'),
    accessToken: jwt('The new access token'),
    refreshToken: jwt('The next refresh token; the one that you sent is used up'),
  },
  { title: 'MfaTokens' },
)
