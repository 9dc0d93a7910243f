import { Type } from 'typebox'
import { ClientReport } from './client-report.ts'
import { patterns } from './patterns.ts'
import { exampleAssertion, exampleChallenge, exampleCreation, exampleCredentialId, exampleUserId } from './sample.ts'
import { Binary } from './shapes.ts'
import { choice } from './vocabulary/choice.ts'
import { authenticatorHints, credProtectPolicies } from './vocabulary/passkey-options.ts'

const UserVerification = Type.Union(
  [Type.Literal('required'), Type.Literal('preferred'), Type.Literal('discouraged')],
  {
    examples: ['preferred'],
  },
)

export const PubKeyCredentialDescriptor = Type.Object(
  {
    type: Type.Literal('public-key'),
    id: Type.String({ description: 'base64url', examples: [exampleCredentialId] }),
    transports: Type.Optional(Type.Array(Type.String(), { examples: [['internal', 'hybrid']] })),
  },
  { title: 'PubKeyCredentialDescriptor' },
)

const AuthenticatorSelection = Type.Object(
  {
    authenticatorAttachment: Type.Optional(Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')])),
    requireResidentKey: Type.Optional(Type.Boolean({ default: false })),
    residentKey: Type.Optional(UserVerification),
    userVerification: Type.Optional(UserVerification),
  },
  { title: 'AuthenticatorSelection' },
)

const Hints = Type.Array(choice(authenticatorHints, { examples: ['client-device'] }), {
  description: 'The setting `hints`; absent where it is empty',
})

const CreationExtensions = Type.Object(
  {
    credProps: Type.Optional(Type.Boolean({ examples: [true] })),
    credentialProtectionPolicy: Type.Optional(
      choice(credProtectPolicies, { examples: ['userVerificationOptionalWithCredentialIDList'] }),
    ),
    enforceCredentialProtectionPolicy: Type.Optional(Type.Boolean({ examples: [false] })),
    minPinLength: Type.Optional(Type.Boolean({ examples: [true] })),
    largeBlob: Type.Optional(Type.Object({ support: Type.Literal('preferred') })),
    prf: Type.Optional(Type.Object({})),
    payment: Type.Optional(Type.Object({ isPayment: Type.Literal(true) })),
  },
  {
    title: 'CreationExtensions',
    description: 'The setting `extensions`; `payment` only if `passkeyOptions.payment` asked for it',
  },
)

const RequestExtensions = Type.Object(
  { largeBlob: Type.Optional(Type.Object({ read: Type.Boolean({ examples: [true] }) })) },
  { title: 'RequestExtensions', description: 'The setting `extensions`; absent where it has none for a sign-in' },
)

export const CreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String({ examples: ['example.com'] }), name: Type.String({ examples: ['Example'] }) }),
    user: Type.Object({
      id: Type.String({
        description: 'The user id; decode it as base64url',
        examples: [exampleUserId],
      }),
      name: Type.String({ description: 'The username, cut to 64 bytes of UTF-8', examples: ['ada@example.com'] }),
      displayName: Type.String({ description: 'Cut likewise', examples: ['Ada'] }),
    }),
    challenge: Type.String({
      description: '32 random bytes, base64url',
      examples: [exampleChallenge],
    }),
    pubKeyCredParams: Type.Array(
      Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer({ examples: [-7] }) }),
    ),
    timeout: Type.Integer({ description: 'Milliseconds', examples: [300_000] }),
    excludeCredentials: Type.Array(PubKeyCredentialDescriptor),
    authenticatorSelection: AuthenticatorSelection,
    attestation: Type.Union(
      [Type.Literal('none'), Type.Literal('indirect'), Type.Literal('direct'), Type.Literal('enterprise')],
      { examples: ['none'] },
    ),
    hints: Type.Optional(Hints),
    extensions: CreationExtensions,
  },
  { title: 'CreationOptions', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3' },
)

export const RequestOptions = Type.Object(
  {
    challenge: Type.String({
      description: '32 random bytes, base64url',
      examples: [exampleChallenge],
    }),
    rpId: Type.String({ examples: ['example.com'] }),
    allowCredentials: Type.Array(PubKeyCredentialDescriptor, {
      description: 'Empty for a sign-in by discoverable passkey',
    }),
    timeout: Type.Integer({ description: 'Milliseconds', examples: [300_000] }),
    userVerification: UserVerification,
    hints: Type.Optional(Hints),
    extensions: Type.Optional(RequestExtensions),
  },
  { title: 'RequestOptions', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3' },
)

const PaymentLogo = Type.Object(
  {
    url: Type.String({ examples: ['https://network.example/logo.png'] }),
    label: Type.String({ examples: ['Network'] }),
  },
  { title: 'PaymentLogo' },
)

const PaymentInstrument = Type.Object(
  {
    displayName: Type.String({ examples: ['Example Card'] }),
    icon: Type.String({ examples: ['https://example.com/card.png'] }),
    iconMustBeShown: Type.Optional(Type.Boolean({ description: 'Absent: true', examples: [true] })),
    details: Type.Optional(Type.String({ examples: ['•••• 1234'] })),
  },
  { title: 'PaymentInstrument' },
)

export const PaymentOptions = Type.Object(
  {
    challenge: Type.String({
      description: '32 random bytes, base64url; another one than in assertionOptions',
      examples: [exampleChallenge],
    }),
    rpId: Type.String({ examples: ['example.com'] }),
    credentialIds: Type.Array(Type.String({ examples: [exampleCredentialId] }), { description: 'base64url' }),
    timeout: Type.Integer({ description: 'Milliseconds', examples: [300_000] }),
    payeeName: Type.Optional(Type.String({ examples: ['Example Shop'] })),
    payeeOrigin: Type.Optional(Type.String({ examples: ['https://shop.example'] })),
    paymentEntitiesLogos: Type.Optional(Type.Array(PaymentLogo)),
    total: Type.Object(
      { currency: Type.String({ examples: ['EUR'] }), value: Type.String({ examples: ['25.00'] }) },
      { description: 'The amount of the total in the details of the PaymentRequest' },
    ),
    instrument: PaymentInstrument,
  },
  {
    title: 'PaymentOptions',
    description:
      'SecurePaymentConfirmationRequest of Secure Payment Confirmation, with binary fields as base64url, and the total of the PaymentRequest',
  },
)

const ClientExtensionResults = Type.Object(
  {
    credProps: Type.Optional(Type.Object({ rk: Type.Optional(Type.Boolean({ examples: [true] })) })),
    largeBlob: Type.Optional(Type.Object({ supported: Type.Optional(Type.Boolean({ examples: [true] })) })),
    prf: Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean({ examples: [true] })) })),
  },
  {
    title: 'ClientExtensionResults',
    description:
      'What `getClientExtensionResults()` returned, without the outputs of `prf`, which are secrets of the page. Not signed: recorded, never trusted',
  },
)

// Only the first three are required (specification §5); the rest repeats what attestationObject says and is not trusted.
export const CreationResult = Type.Object(
  {
    clientDataJSON: Binary(16_384, 'As the browser returned it', exampleCreation.clientDataJSON),
    attestationObject: Binary(65_536, 'As the browser returned it', exampleCreation.attestationObject),
    credentialId: Binary(2048, 'The new credential id', exampleCredentialId),
    authenticatorData: Type.Optional(
      ClientReport(
        Type.String({
          description: 'As the browser returned it; attestationObject contains it, too',
          examples: [exampleCreation.authenticatorData],
        }),
      ),
    ),
    publicKey: Type.Optional(
      ClientReport(Type.String({ description: 'DER SubjectPublicKeyInfo', examples: [exampleCreation.publicKey] })),
    ),
    publicKeyAlgorithm: Type.Optional(ClientReport(Type.Integer({ description: 'COSE algorithm', examples: [-7] }))),
    transports: Type.Optional(
      ClientReport(
        Type.Array(Type.String({ minLength: 1, maxLength: 32, pattern: patterns.transport }), {
          maxItems: 16,
          description: 'How the authenticator can be reached, as text in a list',
          examples: [['internal', 'hybrid']],
        }),
      ),
    ),
    clientExtensionResults: Type.Optional(ClientReport(ClientExtensionResults)),
  },
  { title: 'CreationResult' },
)

/** The facts about a passkey from the extensions of its registration, by their source. */
export const PasskeyExtensionResults = Type.Object(
  {
    client: Type.Optional(
      Type.Object(
        {
          discoverable: Type.Optional(
            Type.Boolean({ description: 'It works without a username (`credProps.rk`)', examples: [true] }),
          ),
          prf: Type.Optional(Type.Boolean({ description: 'Keys can be derived from it', examples: [true] })),
          largeBlob: Type.Optional(Type.Boolean({ description: 'Data can be stored with it', examples: [false] })),
        },
        { description: 'What the browser reported. Not signed' },
      ),
    ),
    authenticator: Type.Optional(
      Type.Object(
        {
          credProtect: Type.Optional(
            choice(credProtectPolicies, {
              description: 'When it is used without verifying the user',
              examples: ['userVerificationRequired'],
            }),
          ),
          minPinLength: Type.Optional(
            Type.Integer({ description: 'Minimum length of the PIN of its security key', examples: [6] }),
          ),
          hmacSecret: Type.Optional(
            Type.Boolean({ description: 'Its security key can derive keys from it', examples: [true] }),
          ),
        },
        { description: 'What is in the authenticator data: as trustworthy as the attestation that signed it' },
      ),
    ),
  },
  { title: 'PasskeyExtensionResults', description: 'What extensions of the registration said' },
)

export const AssertionResult = Type.Object(
  {
    clientDataJSON: Binary(16_384, 'As the browser returned it', exampleAssertion.clientDataJSON),
    authenticatorData: Binary(16_384, 'As the browser returned it', exampleAssertion.authenticatorData),
    credentialId: Binary(2048, 'The credential id used', exampleCredentialId),
    signature: Binary(8192, 'As the browser returned it', exampleAssertion.signature),
    userHandle: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Absent where the authenticator sent none',
        examples: [exampleUserId],
      }),
    ),
  },
  { title: 'AuthenticatorAssertionResponse' },
)
