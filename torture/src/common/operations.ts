import {
  app,
  createTransactionInput,
  deviceInfo,
  newDevice,
  type TransactionInit,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { attempt, type CallResult, type Completion, type Field, settle } from './client.ts'
import { type Account, type Count, createAccount } from './ledger.ts'

type Tokens = { jwtAccess: string; userId: string; passkeyId: string }
type Options = Parameters<Account['device']['create']>[0]
type RequestOptions = Parameters<Account['device']['get']>[0]
type CeremonyStart = { session: string; registrationRequestOptions: Options; assertionOptions: RequestOptions }

const isAccepted = ({ response }: CallResult) => response.status < 300

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
  remember(field, { what: `registration of ${username}`, path: '/reg/complete', body })
  if (!isAccepted(settled)) return undefined
  const { jwtAccess, userId, passkeyId } = settled.response.body as Tokens
  return Object.assign(account, { token: jwtAccess, userId, passkeyId })
}

/** Signs a user in. */
export async function signIn(field: Field, account: Account) {
  const { username, device } = account
  const what = `sign-in of ${username}`
  const init = await settle(field, 'POST', { path: '/auth/init', body: { app, deviceInfo, user: { username } } })
  const started = init.response.body as CeremonyStart
  if (!isOffered(device, started)) return reject(field, what, 'the passkey is not offered')
  const body = { session: started.session, assertionResult: device.get(started.assertionOptions) }
  const settled = await complete(field, account.signIns, { what, path: '/auth/complete', body })
  if (settled) acknowledgeUse(account)
  if (settled && isAccepted(settled)) account.token = (settled.response.body as Tokens).jwtAccess
}

/** Confirms a transaction. */
export async function confirmTransaction(field: Field, account: Account) {
  const { username, device } = account
  const what = `transaction of ${username}`
  const init = await settle(field, 'POST', { path: '/tx/init', body: createTransactionInput(username) })
  const started = init.response.body as TransactionInit
  if (!isOffered(device, started)) return reject(field, what, 'the passkey is not offered')
  const body = transactionAnswer(device, started)
  if (await complete(field, account.transactions, { what, path: '/tx/complete', body })) acknowledgeUse(account)
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
  const completion = { what: `code of ${username}`, path: '/auth/otp/verify', body }
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

/**
 * Completes a ceremony. If the first response didn't arrive, the call is repeated: it succeeds if the first had no effect, and
 * is rejected if it had, so that exactly one took effect. Undefined if the first was rejected.
 */
async function complete(field: Field, count: Count, completion: Completion): Promise<CallResult | undefined> {
  count.unknown++
  const settled = await settle(field, 'POST', { path: completion.path, body: completion.body })
  count.unknown--
  if (!isAccepted(settled) && settled.attempts === 1) {
    reject(field, completion.what, settled.response.text)
    return undefined
  }
  count.acknowledged++
  remember(field, completion)
  return settled
}

function reject(field: Field, what: string, text: string): undefined {
  field.violations.push(`the ${what} was rejected: ${text}`)
}

/** How many completions are repeated in a round. */
const mostCompletions = 64

function remember(field: Field, completion: Completion) {
  field.completions.push(completion)
  if (field.completions.length > mostCompletions) field.completions.shift()
}

/** Sends every remembered completion again. Each must be rejected. */
export async function repeatCompletions(field: Field): Promise<number> {
  const repeated = field.completions.splice(0)
  for (const { what, path, body } of repeated) {
    const response = await attempt(field, 'POST', { path, body })
    if (response && response.status < 300) field.violations.push(`the ${what} succeeded twice`)
  }
  return repeated.length
}
