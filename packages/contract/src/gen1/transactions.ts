import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { transactionRoutes as current, exampleTxId } from '../current/transactions.ts'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { AssertionResult, RequestOptions } from '../webauthn.ts'
import { failedToAuthenticate, notAsDescribed, tokenRejections, unknownClient } from './errors.ts'
import { ClientId, claimed, Jwt, Line, requestHeaders, stringEnum, Username } from './shapes.ts'

const { txPayload, nonce } = current.txInit.body.properties
const { txId, txHash, lNonce, authCred, credentialId: usedId, token } = current.txComplete.result.properties
const { credentialId, clientDataJSON, authenticatorData, signature } = AssertionResult.properties

const exampleSealedTx = `${exampleTxId}.AAABTc2Vzc2lvbi1pcy1vcGFxdWU`

// Nothing is written before a transaction is confirmed, so its id is what it will be stored under, and all of it, sealed.
const TxId = Type.String({
  minLength: 16,
  maxLength: 8256,
  pattern: patterns.sealedTransaction,
  description:
    'The transaction: an opaque text of up to 8,256 characters, because it also carries the payload. Once it is confirmed, `GET /fido2/v2/mgmt/transactions/{txId}` takes it as it is',
  examples: [exampleSealedTx],
})

const TxType = Type.Optional(
  stringEnum(['text', 'raw'], {
    description: 'How to interpret the payload: both values mean plain text',
    examples: ['text'],
  }),
)

const transaction = {
  client_id: ClientId,
  username: Type.Optional(
    Line(256, {
      minLength: 1,
      description: 'The user who confirms it, unless the token names one',
      examples: ['ada@example.com'],
    }),
  ),
  tx_type: TxType,
  tx_schema: Type.Optional(
    stringEnum(['none', 'base64', 'base64url', '3ds_psd2'], {
      description: 'What the payload must be: any text, base64, base64url, or a JSON object (3ds_psd2)',
      examples: ['none'],
    }),
  ),
  tx_payload: txPayload,
  nonce,
}

const Created = Type.Object({ id: TxId, tx_id: TxId }, { title: 'TransactionCreated' })
const Started = Type.Object({ tx_id: TxId, assertion_options: RequestOptions }, { title: 'TransactionBegun' })

const also = {
  400: {
    why: 'The body is invalid, or the payload not what tx_schema says',
    msgCode: 'request_validation_error',
  },
  ...tokenRejections,
  404: unknownClient,
} as const

export const transactionRoutes = {
  txCreate: route({
    method: 'POST',
    path: '/tx',
    access: { kind: 'service', scope: 'tx.create' },
    limit: 'begin',
    tag: 'tx',
    summary: 'Create a transaction',
    description:
      'Creates a transaction for the user that the call or its token names, or else for the user who starts the confirmation with `/tx/init`. The token must contain `payload_hash`: base64url of SHA-256 over tx_payload. The transaction can be confirmed within the lifetime of a ceremony (five minutes by default). Nothing is stored until then.',
    headers: requestHeaders,
    body: Type.Object(transaction),
    ok: 200,
    // Older clients read tx_id.
    result: Created,
    also,
  }),
  txCreateInit: route({
    method: 'POST',
    path: '/tx/create-init',
    access: { kind: 'service', scope: 'tx.create' },
    limit: 'begin',
    tag: 'tx',
    summary: 'Create a transaction and start its confirmation',
    description: 'Does what `/tx` and `/tx/init` do, in one call. The call or its token names the user.',
    headers: requestHeaders,
    body: Type.Object(transaction),
    ok: 200,
    result: Started,
    also,
  }),
  // Beginning with a payload needs no token, as in the current API: only the user can confirm it, and sees what it is.
  gen1TxInit: route({
    method: 'POST',
    path: '/tx/init',
    access: { kind: 'public' },
    limit: 'begin',
    tag: 'tx',
    summary: 'Start a transaction confirmation',
    description:
      'Takes a created transaction (`tx_id`) or a new one (`tx_payload`, `nonce`). Returns options for `navigator.credentials.get()` that only the named user can fulfill: a transaction that was created without a user is bound to this user. The response does not reveal whether the username exists. Writes nothing.',
    headers: requestHeaders,
    body: Type.Object(
      {
        client_id: ClientId,
        username: Username,
        tx_id: Type.Optional(TxId),
        tx_type: TxType,
        tx_schema: transaction.tx_schema,
        tx_payload: Type.Optional(txPayload),
        nonce: Type.Optional(nonce),
      },
      {
        anyOf: [{ required: ['tx_id'] }, { required: ['tx_payload', 'nonce'] }],
        examples: [{ client_id: 'demo', username: 'ada@example.com', tx_id: exampleSealedTx }],
      },
    ),
    ok: 200,
    result: Started,
    also: { 400: also[400], 401: failedToAuthenticate, 404: unknownClient },
  }),
  gen1TxComplete: route({
    method: 'POST',
    path: '/tx/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'tx',
    summary: 'Complete a transaction confirmation',
    description:
      'Verifies the assertion, stores the transaction, and returns a token whose `tx_hash` is base64url of SHA-256 over tx_payload, nonce, and server_nonce. A transaction can be confirmed once, and a nonce of a user works once.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      ...claimed,
      tx_id: TxId,
      challenge: Type.Optional(ClientReport(Type.String({ description: 'Accepted but ignored: tx_id contains it' }))),
      key_handle: credentialId,
      client_data: clientDataJSON,
      auth_data: authenticatorData,
      sign_data: signature,
    }),
    ok: 200,
    // Clients of the first hour read jwt and success, later specifications show the rest.
    result: Type.Object(
      {
        jwt: Jwt,
        success: Type.Literal(true),
        jwtAccess: Jwt,
        token,
        txId,
        txHash,
        nonce,
        lNonce,
        credentialId: usedId,
        authCred,
      },
      { title: 'TransactionConfirmed' },
    ),
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
} as const
