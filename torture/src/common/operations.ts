import type { Caller } from '@thumbturn/service-harness/service.ts'
import {
  app,
  createTransactionInput,
  deviceInfo,
  newDevice,
  type TransactionInit,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { type CallResult, type Field, settle } from './client.ts'
import { complete, hasSucceeded, reject, remember } from './completions.ts'
import { type Account, createAccount } from './ledger.ts'

type Tokens = { jwtAccess: string; userId: string; passkeyId: string }
type Options = Parameters<Account['device']['create']>[0]
type RequestOptions = Parameters<Account['device']['get']>[0]
type CeremonyStart = { session: string; registrationRequestOptions: Options; assertionOptions: RequestOptions }

const isAccepted = ({ response }: CallResult) => hasSucceeded(response)

/** A request of the API, which can be sent again. */
const post =
  (path: string, body: object) =>
  ({ ask }: Caller) =>
    ask('POST', path, { body })

let users = 0

/** Registers a user. Undefined if the run ends before the outcome is known; the ledger has the account all the same. */
export async function register(field: Field, accounts: Account[]): Promise<Account | undefined> {
  const device = newDevice({ counter: 'counting' })
  const username = `user-${users++}`
  const { response } = await settle(field, 'POST', { path: '/reg/init', body: { app, deviceInfo, user: { username } } })
  if (response.status !== 200) return reject(field, `registration of ${username}`, response.text)
  const { session, registrationRequestOptions } = response.body as CeremonyStart
  const creationResult = device.create(registrationRequestOptions)
  const account = createAccount({ username, device, credentialId: creationResult.credentialId })
  accounts.push(account)
  const body = { session, creationResult }
  const settled = await settle(field, 'POST', { path: '/reg/complete', body })
  if (!isAccepted(settled) && settled.attempts === 1) {
    account.registered = 'no'
    return reject(field, `registration of ${username}`, settled.response.text)
  }
  account.registered = 'yes'
  remember(field, { what: `registration of ${username}`, send: post('/reg/complete', body) })
  if (!isAccepted(settled)) return undefined
  const { jwtAccess, userId, passkeyId } = settled.response.body as Tokens
  return Object.assign(account, { token: jwtAccess, userId, passkeyId })
}

/** Signs a user in. Returns their token; undefined if its response was lost. */
export async function signIn(field: Field, account: Account): Promise<string | undefined> {
  const { username, device } = account
  const what = `sign-in of ${username}`
  const init = await settle(field, 'POST', { path: '/auth/init', body: { app, deviceInfo, user: { username } } })
  const started = init.response.body as CeremonyStart
  if (!isOffered(device, started)) return reject(field, what, 'the passkey is not offered')
  const body = { session: started.session, assertionResult: device.get(started.assertionOptions) }
  const settled = await complete(field, { what, count: account.signIns, send: post('/auth/complete', body) })
  if (settled) acknowledgeUse(account)
  if (!settled || !isAccepted(settled)) return undefined
  account.token = (settled.response.body as Tokens).jwtAccess
  return account.token
}

/** Confirms a transaction. */
export async function confirmTransaction(field: Field, account: Account) {
  const { username, device } = account
  const what = `transaction of ${username}`
  const init = await settle(field, 'POST', { path: '/tx/init', body: createTransactionInput(username) })
  const started = init.response.body as TransactionInit
  if (!isOffered(device, started)) return reject(field, what, 'the passkey is not offered')
  const body = transactionAnswer(device, started)
  const effect = { what, count: account.transactions, send: post('/tx/complete', body) }
  if (await complete(field, effect)) acknowledgeUse(account)
}

/** Whether the device has one of the passkeys: the decoys of a user who doesn't exist are on no device. */
const isOffered = (device: Account['device'], { assertionOptions }: { assertionOptions: RequestOptions }) =>
  (assertionOptions.allowCredentials ?? []).some(({ id }) => device.findCredential(id) !== undefined)

const acknowledgeUse = (account: Account) => {
  account.signCount = account.device.findCredential(account.credentialId)!.signCount
}

/** Has a code shown and signs in with it. */
export async function useCode(field: Field, account: Account) {
  const { username, token } = account
  const shown = await settle(field, 'POST', { path: '/auth/otp', token })
  if (shown.response.status !== 200) return reject(field, `code of ${username}`, shown.response.text)
  const { code: authCode } = shown.response.body as { code: string }
  const body = { app, authCode, user: { username } }
  account.codes.unknown++
  const settled = await settle(field, 'POST', { path: '/auth/otp/verify', body })
  const completion = { what: `code of ${username}`, send: post('/auth/otp/verify', body) }
  if (!isAccepted(settled)) {
    // A code is taken before the sign-in is written, so a rejected repetition doesn't say whether it was.
    if (settled.attempts === 1) reject(field, completion.what, settled.response.text)
    return
  }
  account.codes.unknown--
  account.codes.acknowledged++
  remember(field, completion)
}

/** Renames the passkey. */
export async function rename(field: Field, account: Account) {
  const name = `Passkey ${field.random.between(0, 1_000_000)}`
  const before = account.names
  account.names = [...before, name]
  const path = `/passkeys/${account.passkeyId}`
  const { response } = await settle(field, 'PUT', { path, token: account.token, body: { name } })
  if (response.status !== 204) return reject(field, `renaming for ${account.username}`, response.text)
  account.names = [name]
}

/** Deletes the user. */
export async function remove(field: Field, account: Account) {
  account.deleted = 'unknown'
  const path = `/mgmt/users/${account.userId}`
  const { response, attempts } = await settle(field, 'DELETE', { path, token: field.apiKey })
  const isRepeated = attempts > 1 && response.status === 404
  if (response.status !== 204 && !isRepeated) return reject(field, `deletion of ${account.username}`, response.text)
  account.deleted = 'yes'
}
