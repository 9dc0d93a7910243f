import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleCredentialId, examplePasskeyId, exampleToken } from '../sample.ts'
import { FlowSession, Line, Timestamp, Uuid } from '../shapes.ts'
import { AssertionResult, PaymentOptions, RequestOptions } from '../webauthn.ts'
import { Passkey } from './passkeys.ts'

const { credentialId, clientDataJSON, authenticatorData, signature } = AssertionResult.properties

export const exampleTxId = '7e1d0c5b-3f42-4a86-b9d7-60c8a2f4e913'
const TxId = Uuid('The transaction', exampleTxId)
const TxType = Type.Literal('raw', {
  description: 'How to read the payload; raw: as the text it is',
  examples: ['raw'],
})

// init writes nothing and complete does not send the payload again, so it travels sealed in the session, whose
// 8,192 characters set this bound. What is larger is signed by its hash.
const TxPayload = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: patterns.text,
  description: 'What the user confirms: any text of at most 4,000 bytes in UTF-8',
  examples: ['Pay 25.00 EUR to Ada Lovelace'],
})

// Printable ASCII, because it is compared byte by byte. Older specifications do not bound it; SDKs send a UUID.
const Nonce = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: patterns.visible,
  description: "The client's own number, used once a user; a UUID does",
  examples: ['0c9a2f64-6a53-4a0b-9a3e-7d3f0f5f3a11'],
})

const ServerNonce = Type.String({
  description: "The server's nonce: 32 random bytes, base64url",
  examples: ['kq1dWmLrH0c3m1mXoKp0sE2p2m3Zk0b9o4Tq5xYv7uQ'],
})

const TxHash = Type.String({
  description: 'base64url of SHA-256 over txPayload, nonce and lNonce, joined as text',
  examples: ['6b0m6QfJx2rVt1kq0Jq1o0Zr0m1p4sV7mB2uH3xY9aE'],
})

const token = Type.String({
  description: 'An access token that also carries txHash, nonce and lNonce',
  examples: [exampleToken],
})

/** Asks for the options of a payment. */
const PaymentConfirmation = Type.Boolean({
  default: false,
  description:
    'Also return the options of a payment, if the application has `paymentConfirmation` and the payload is a JSON object with a field `payment`. Send it if `PaymentRequest.securePaymentConfirmationAvailability()` is `available`',
  examples: [false],
})

const ConfirmedBy = Type.Literal('payment', {
  description: 'The browser showed payee and amount (Secure Payment Confirmation). Absent: the page did',
  examples: ['payment'],
})

export const transactionRoutes = {
  txInit: route({
    method: 'POST',
    path: '/tx/init',
    access: { kind: 'public' },
    limit: 'begin',
    tag: 'tx',
    summary: 'Start a transaction confirmation',
    // Older specifications return 404 for an unknown user, which would let attackers enumerate accounts.
    description:
      "Returns options for `navigator.credentials.get()` that only the named user can fulfill, with user verification. The challenge is bound to payload, nonce, and user. The response doesn't reveal whether the username exists. Writes nothing.",
    body: Type.Object({
      username: Line(256, { minLength: 1, description: 'Who confirms', examples: ['ada@example.com'] }),
      txType: TxType,
      txPayload: TxPayload,
      nonce: Nonce,
      paymentConfirmation: Type.Optional(PaymentConfirmation),
    }),
    ok: 200,
    result: Type.Object(
      {
        txId: TxId,
        session: FlowSession,
        assertionOptions: RequestOptions,
        paymentOptions: Type.Optional(PaymentOptions),
      },
      { title: 'TxInit' },
    ),
    also: { 400: 'The body is invalid', 404: 'The application does not exist' },
  }),
  txComplete: route({
    method: 'POST',
    path: '/tx/complete',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'complete',
    tag: 'tx',
    summary: 'Complete a transaction confirmation',
    description:
      'Verifies the assertion, stores the transaction, and returns a token that proves it. A session works once, and so does a nonce of a user. The assertion can be of `assertionOptions` or of `paymentOptions`; what the browser showed must then be what the payload describes, and the token has the claim `confirmedBy`.',
    body: Type.Object({
      session: FlowSession,
      // The names of the first clients for credentialId and clientDataJSON; no user handle is sent.
      keyHandle: credentialId,
      clientData: clientDataJSON,
      authenticatorData,
      signature,
    }),
    ok: 200,
    // Today's clients read credentialId and token, those of the first hour the rest.
    result: Type.Object(
      {
        txId: TxId,
        credentialId: Type.String({
          description: 'The WebAuthn credential id, base64url',
          examples: [exampleCredentialId],
        }),
        token,
        jwtAccess: Type.String({ ...token, description: 'The same token' }),
        txHash: TxHash,
        nonce: Nonce,
        lNonce: ServerNonce,
        authCred: Type.Optional(Passkey),
      },
      { title: 'TxComplete' },
    ),
    also: {
      400: 'The body is invalid',
      403: 'The transaction was rejected; the reason is in the log',
    },
  }),
  // Not in the specification: how a backend reads what its user signed.
  transactionFind: route({
    method: 'GET',
    path: '/mgmt/transactions/{txId}',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Read a confirmed transaction',
    description:
      'What was signed, by whom and when. It stays when the passkey is deleted, and goes when the user is. Transactions that were not completed are not kept.',
    params: Type.Object({
      txId: Type.String({
        minLength: 1,
        maxLength: 8256,
        description: "The transaction; also the first generation's `tx_id`, which begins with it",
        examples: [exampleTxId],
      }),
    }),
    ok: 200,
    result: Type.Object(
      {
        txId: TxId,
        userId: Uuid('Who confirmed it'),
        username: Type.String({ description: 'Their login name at that time', examples: ['ada@example.com'] }),
        txType: TxType,
        txPayload: TxPayload,
        nonce: Nonce,
        lNonce: ServerNonce,
        txHash: TxHash,
        passkeyId: Uuid('The passkey that signed', examplePasskeyId),
        createdAt: Timestamp('When it was completed'),
        confirmedBy: Type.Optional(ConfirmedBy),
      },
      { title: 'Transaction' },
    ),
    also: {
      401: 'The API key is missing, unknown, or revoked',
      403: 'The API key lacks the scope',
      404: 'There is no such transaction',
    },
  }),
} as const
