import { createHash } from 'node:crypto'
import type { transactionRoutes } from '@thumbturn/contract/gen1/transactions.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { completeTransaction } from '../../core/flows/transactions/complete.ts'
import { resumeTransaction } from '../../core/flows/transactions/resume.ts'
import { requireSchema, type TransactionSchema } from '../../core/flows/transactions/schema.ts'
import { createTransaction, startTransaction, type TransactionStart } from '../../core/flows/transactions/start.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { notPermitted, type ServiceToken } from '../../core/use-cases/clients/service-token.ts'
import type { Call, HandlersOf, ServiceCall } from '../call.ts'
import { listed } from '../listed-passkey.ts'
import { toUserReference } from './owner.ts'
import { rejectSignIn } from './rejections.ts'

type TransactionBody = { tx_payload: string; nonce: string; tx_schema?: TransactionSchema }

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function toRequest(
  application: Application,
  { tx_payload: payload, nonce, tx_schema: schema = 'none' }: TransactionBody,
) {
  requireSchema(payload, schema)
  return { application, txType: 'raw' as const, payload, nonce }
}

/** The signed payload of the backend must be the requested one: the very payload. */
function requireSignedPayload({ caller: token }: ServiceCall, body: TransactionBody): ServiceToken {
  const signed = Buffer.from(token.payloadHash ?? '', 'base64url')
  if (!signed.equals(sha256(body.tx_payload)))
    throw notPermitted('payload_hash is missing or belongs to another payload')
  return token
}

/** For the user whom the token or the call names, who must agree. */
async function start({ core }: Call, token: ServiceToken, body: TransactionBody & { username?: string }) {
  const { usernameKey: username } = await resolveTargetUser(core, token, body)
  return startTransaction(core, { ...toRequest(token.application, body), username })
}

/** For a named user, or for the one who begins it. */
async function create(call: ServiceCall, body: TransactionBody & { username?: string }) {
  const token = requireSignedPayload(call, body)
  const isNamed = (body.username ?? token.username ?? token.userId) !== undefined
  return isNamed ? start(call, token, body) : createTransaction(call.core, toRequest(token.application, body))
}

/** The id that it will be stored under, and all of it, sealed. */
const toId = ({ txId, session }: Pick<TransactionStart, 'txId' | 'session'>) => `${txId}.${session}`

function splitId(id: string) {
  const [txId = '', session = ''] = id.split('.')
  return { txId, session }
}

const toResponse = (started: TransactionStart) => ({ tx_id: toId(started), assertion_options: started.options })

/** Nothing is kept before a transaction is confirmed: its id here has its session in it. */
export const transactions = {
  async txCreate({ body }, call) {
    const id = toId(await create(call, body))
    return { id, tx_id: id }
  },
  async txCreateInit({ body }, call) {
    return toResponse(await start(call, requireSignedPayload(call, body), body))
  },
  async gen1TxInit({ body }, { core, application }) {
    const { tx_id: id, tx_payload, nonce, username } = body
    if (id !== undefined) {
      return toResponse(await resumeTransaction(core, { application, ...splitId(id), username }).catch(rejectSignIn))
    }
    // Without tx_id, the contract requires both.
    const started = { ...toRequest(application, { ...body, tx_payload: tx_payload!, nonce: nonce! }), username }
    return toResponse(await startTransaction(core, started))
  },
  async gen1TxComplete({ body }, { core, application }) {
    const { tx_id: id, key_handle, client_data, auth_data, sign_data } = body
    const confirmation = await completeTransaction(core, {
      ...splitId(id),
      assertion: {
        credentialId: key_handle,
        clientDataJSON: client_data,
        authenticatorData: auth_data,
        signature: sign_data,
      },
      appId: application.id,
      reference: toUserReference(body),
    }).catch(rejectSignIn)
    const { id: txId, hash: txHash, nonce, serverNonce: lNonce } = confirmation.transaction
    // Both generations' names for the same three facts.
    const facts = { txHash, nonce, lNonce }
    const also = { tx_hash: txHash, server_nonce: lNonce }
    const jwt = await issueAccessToken(confirmation, { ...facts, ...also, udata: confirmation.user.username })
    const { credentialId } = confirmation.passkey
    const { used } = confirmation
    const authCred = used && listed(used, core.providers)
    return { jwt, success: true as const, jwtAccess: jwt, token: jwt, txId, ...facts, credentialId, authCred }
  },
} satisfies HandlersOf<typeof transactionRoutes>
