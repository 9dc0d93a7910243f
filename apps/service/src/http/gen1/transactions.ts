import { createHash } from 'node:crypto'
import type { transactionRoutes } from '@thumbturn/contract/gen1/transactions.ts'
import type { Core } from '../../core/core.ts'
import { AppError } from '../../core/errors.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { completeTransaction, type TransactionConfirmation } from '../../core/flows/transactions/complete.ts'
import { resumeTransaction } from '../../core/flows/transactions/resume.ts'
import { requireSchema, type TransactionSchema } from '../../core/flows/transactions/schema.ts'
import { createTransaction, startTransaction, type TransactionStart } from '../../core/flows/transactions/start.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { notPermitted, type ServiceToken } from '../../core/model/clients/service-token.ts'
import { listPasskeys } from '../../core/model/passkeys/change.ts'
import type { Call, HandlersOf, ServiceCall } from '../call.ts'
import { listed } from '../listed-passkey.ts'
import { namedIn } from './owner.ts'
import { rejectSignIn } from './rejections.ts'

type Created = { tx_payload: string; nonce: string; tx_schema?: TransactionSchema }

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function wanted(application: Application, { tx_payload: payload, nonce, tx_schema: schema = 'none' }: Created) {
  requireSchema(payload, schema)
  return { application, txType: 'raw' as const, payload, nonce }
}

/** What the backend signed must be what is asked for: the very payload. */
function admitted({ caller: token }: ServiceCall, body: Created): ServiceToken {
  const signed = Buffer.from(token.payloadHash ?? '', 'base64url')
  if (!signed.equals(sha256(body.tx_payload))) throw notPermitted('payload_hash is missing or of another payload')
  return token
}

/** For the user whom the token or the call names, who must agree. */
async function begin({ core }: Call, token: ServiceToken, body: Created & { username?: string }) {
  const { usernameKey: username } = await resolveTargetUser(core, token, body)
  return startTransaction(core, { ...wanted(token.application, body), username })
}

/** For a named user, or for the one who begins it. */
async function create(call: ServiceCall, body: Created & { username?: string }) {
  const token = admitted(call, body)
  const isNamed = (body.username ?? token.username ?? token.userId) !== undefined
  return isNamed ? begin(call, token, body) : createTransaction(call.core, wanted(token.application, body))
}

/** The id that it will be stored under, and all of it, sealed. */
const toId = ({ txId, session }: Pick<TransactionStart, 'txId' | 'session'>) => `${txId}.${session}`

function splitId(id: string) {
  const [txId = '', session = ''] = id.split('.')
  return { txId, session }
}

const shown = (begun: TransactionStart) => ({ tx_id: toId(begun), assertion_options: begun.options })

async function usedPasskey(core: Core, { application, user, passkey }: TransactionConfirmation) {
  const owned = await listPasskeys(core, { application, userId: user.id })
  const used = owned.find(({ id }) => id === passkey.id)
  return used && listed(used, core.providers)
}

/** Nothing is kept before a transaction is confirmed: its id here has its session in it. */
export const transactions = {
  async txCreate({ body }, call) {
    const id = toId(await create(call, body))
    return { id, tx_id: id }
  },
  async txCreateInit({ body }, call) {
    return shown(await begin(call, admitted(call, body), body))
  },
  async gen1TxInit({ body }, { core, application }) {
    const { tx_id: id, tx_payload, nonce, username } = body
    if (id !== undefined) {
      return shown(await resumeTransaction(core, { application, ...splitId(id), username }).catch(rejectSignIn))
    }
    if (tx_payload === undefined || nonce === undefined) {
      const reason = 'incomplete_request'
      throw new AppError('bad_request', 'Send tx_id, or tx_payload and nonce', { reason })
    }
    const begun = { ...wanted(application, { ...body, tx_payload, nonce }), username }
    return shown(await startTransaction(core, begun))
  },
  async gen1TxComplete({ body }, { core, application }) {
    const { tx_id: id, key_handle, client_data, auth_data, sign_data } = body
    const confirmed = await completeTransaction(core, {
      ...splitId(id),
      assertion: {
        credentialId: key_handle,
        clientDataJSON: client_data,
        authenticatorData: auth_data,
        signature: sign_data,
      },
      appId: application.id,
      reference: namedIn(body),
    }).catch(rejectSignIn)
    const { id: txId, hash: txHash, nonce, serverNonce: lNonce } = confirmed.transaction
    // Both generations' names for the same three facts.
    const facts = { txHash, nonce, lNonce }
    const also = { tx_hash: txHash, server_nonce: lNonce }
    const jwt = await issueAccessToken(core, confirmed, { ...facts, ...also, udata: confirmed.user.username })
    const { credentialId } = confirmed.passkey
    const authCred = await usedPasskey(core, confirmed)
    return { jwt, success: true as const, jwtAccess: jwt, token: jwt, txId, ...facts, credentialId, authCred }
  },
} satisfies HandlersOf<typeof transactionRoutes>
