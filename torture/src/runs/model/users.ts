import {
  type AuthenticationInit,
  app,
  createTransactionInput,
  deviceInfo,
  newDevice,
  type RegistrationInit,
  readBody,
  type Tokens,
  type TransactionInit,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { blame, expectRejected, type ModelPasskey, type ModelUser, take, type World } from './world.ts'

const firstName = 'Chrome on Linux'
/** More than `ceremonySeconds`. */
const ceremonyMs = 301_000
const mostPasskeys = 4
const mostRemembered = 20

export const pickUser = ({ random, users }: World, isChosen = (_: ModelUser) => true) => {
  const chosen = users.filter(isChosen)
  return chosen.length === 0 ? undefined : random.pick(chosen)
}

export const hasPasskey = ({ isActive, passkeys }: ModelUser) => isActive && passkeys.length > 0

type Registering = { user: object; token?: string; what: string }

/** A registration from start to end; undefined if there was no response. */
async function completeRegistration(world: World, { user, token, what }: Registering) {
  const { service } = world
  // A counter would reveal a repetition even if the session didn't.
  const device = newDevice({ counter: world.random.pick(['zero', 'counting']) })
  const started = readBody<RegistrationInit>(await service.post('/reg/init', { app, deviceInfo, user }, { token }))
  const creationResult = device.create(started.registrationRequestOptions)
  const { credentialId } = creationResult
  if (world.credentialIds.has(credentialId)) blame(world, `credential ${credentialId} exists twice`)
  world.credentialIds.add(credentialId)
  const body = { session: started.session, creationResult }
  const response = await take(world, { what, call: () => service.post('/reg/complete', body) })
  const tokens = response && response.status < 300 ? readBody<Tokens>(response) : undefined
  return { device, credentialId, tokens }
}

type RegistrationResult = Awaited<ReturnType<typeof completeRegistration>>

const toPasskey = ({ device, credentialId }: RegistrationResult, passkeyId: string): ModelPasskey => ({
  passkeyId,
  credentialId,
  device,
  name: firstName,
  signCount: 0,
})

let names = 0

export async function signUp(world: World) {
  const username = `user-${++names}`
  const registered = await completeRegistration(world, { user: { username }, what: `sign-up of ${username}` })
  const { tokens } = registered
  const user: ModelUser = { username, userId: '', isActive: true, epoch: 0, passkeys: [], transactions: 0 }
  world.users.push(user)
  if (tokens) {
    user.userId = tokens.userId
    user.passkeys.push(toPasskey(registered, tokens.passkeyId))
    return remember(world, user, tokens)
  }
  await learn(world, user, registered)
}

/** The state that a lost response would have told, from the store. */
async function learn({ service }: World, user: ModelUser, registered: RegistrationResult) {
  const { users } = await service.core.store.users.search('demo', { text: user.username, order: 'username', limit: 50 })
  user.userId ||= users.find(({ username }) => username === user.username)?.id ?? 'missing'
  const passkeys = await service.core.store.passkeys.listByUser('demo', user.userId)
  const stored = passkeys.find(({ credentialId }) => credentialId === registered.credentialId)
  user.passkeys.push(toPasskey(registered, stored?.id ?? 'missing'))
}

const remember = ({ service }: World, user: ModelUser, { jwtAccess, passkeyId }: Tokens) => {
  user.token = { text: jwtAccess, issuedAt: service.clock.now(), epoch: user.epoch, passkeyId }
}

/** With a token, or, as a recovery, with a grant that a backend requests. */
export async function addPasskey(world: World, user: ModelUser, token: string) {
  if (user.passkeys.length >= mostPasskeys) return
  const what = `another passkey of ${user.username}`
  const registered = await completeRegistration(world, { user: { username: user.username }, token, what })
  if (registered.tokens) user.passkeys.push(toPasskey(registered, registered.tokens.passkeyId))
  else await learn(world, user, registered)
}

export async function recover(world: World, user: ModelUser) {
  const body = { username: user.username, grants: ['reg:write'] }
  const granted = await world.service.post('/mgmt/grant', body, { token: world.apiKey })
  await addPasskey(world, user, readBody<{ token: string }>(granted).token)
}

/** An assertion by that passkey, even if the service doesn't list it. */
async function startSignIn(
  { service }: World,
  { username }: { username: string },
  { device, credentialId }: ModelPasskey,
) {
  const started = await service.post('/auth/init', { app, deviceInfo, user: { username } })
  const { session, assertionOptions } = readBody<AuthenticationInit>(started)
  const isListed = (assertionOptions.allowCredentials ?? []).some(({ id }) => id === credentialId)
  const assertionResult = device.get({ ...assertionOptions, allowCredentials: [{ id: credentialId }] })
  return { isListed, call: () => service.post('/auth/complete', { session, assertionResult }) }
}

export async function signIn(world: World, user: ModelUser) {
  const passkey = world.random.pick(user.passkeys)
  const what = `sign-in of ${user.username}`
  const { isListed, call } = await startSignIn(world, user, passkey)
  if (!isListed) blame(world, `${what}: the passkey is not offered`)
  if (world.random.between(1, 40) === 1) {
    world.service.clock.advance(ceremonyMs)
    return expectRejected(world, `a late ${what}`, await call())
  }
  const response = await take(world, { what, call })
  countUse(passkey)
  user.token = undefined
  if (response && response.status < 300) remember(world, user, readBody<Tokens>(response))
}

const countUse = (passkey: ModelPasskey) => {
  passkey.signCount = passkey.device.findCredential(passkey.credentialId)!.signCount
}

type Deletion = { username: string; passkey: ModelPasskey; isDeleted: boolean }

/** By a user who is inactive, whose passkeys are offered all the same, or with what was deleted. */
export async function trySignIn(world: World, { username, passkey, isDeleted }: Deletion) {
  const { isListed, call } = await startSignIn(world, { username }, passkey)
  if (isListed && isDeleted) blame(world, `a deleted passkey of ${username} is offered`)
  expectRejected(world, `the sign-in of ${username} with what is deleted or inactive`, await call())
}

export async function confirmTransaction(world: World, user: ModelUser) {
  const { service, random } = world
  const passkey = random.pick(user.passkeys)
  const started = readBody<TransactionInit>(await service.post('/tx/init', createTransactionInput(user.username)))
  const listed = started.assertionOptions.allowCredentials.filter(({ id }) => id === passkey.credentialId)
  if (listed.length === 0) blame(world, `transaction of ${user.username}: the passkey is not offered`)
  const assertionOptions = { ...started.assertionOptions, allowCredentials: listed }
  const body = transactionAnswer(passkey.device, { ...started, assertionOptions })
  await take(world, { what: `transaction of ${user.username}`, call: () => service.post('/tx/complete', body) })
  user.transactions++
  countUse(passkey)
}

export async function rename(world: World, user: ModelUser, token: string) {
  const passkey = world.random.pick(user.passkeys)
  const name = `Passkey ${world.random.between(0, 1_000_000)}`
  const call = () => world.service.ask('PUT', `/passkeys/${passkey.passkeyId}`, { token, body: { name } })
  await take(world, { what: `renaming for ${user.username}`, call, isRepeatable: true })
  passkey.name = name
}

export async function deletePasskey(world: World, user: ModelUser) {
  const passkey = world.random.pick(user.passkeys)
  const path = `/mgmt/passkeys/${passkey.passkeyId}`
  const call = () => world.service.ask('DELETE', path, { token: world.apiKey })
  await take(world, { what: `deletion of a passkey of ${user.username}`, call })
  user.passkeys = user.passkeys.filter((one) => one !== passkey)
  // A backend deletes what was lost or stolen, which signs the user out.
  user.epoch++
  keep(world.deletedPasskeys, { username: user.username, passkey })
}

export async function deleteUser(world: World, user: ModelUser) {
  const call = () => world.service.ask('DELETE', `/mgmt/users/${user.userId}`, { token: world.apiKey })
  await take(world, { what: `deletion of ${user.username}`, call })
  world.users.splice(world.users.indexOf(user), 1)
  keep(world.deletedUsers, user)
}

const keep = <Item>(items: Item[], item: Item) => {
  items.push(item)
  if (items.length > mostRemembered) items.shift()
}

export async function changeStatus(world: World, user: ModelUser) {
  const status = user.isActive ? 'inactive' : 'active'
  const path = `//admin/v1/applications/demo/users/${user.userId}`
  const call = () => world.service.ask('PATCH', path, { token: world.adminKey, body: { status } })
  await take(world, { what: `making ${user.username} ${status}`, call, isRepeatable: true })
  user.isActive = !user.isActive
  if (!user.isActive) user.epoch++
}

export async function signOut(world: World, user: ModelUser) {
  const call = () => world.service.post(`/mgmt/users/${user.userId}/sign-out`, undefined, { token: world.apiKey })
  await take(world, { what: `sign-out of ${user.username}`, call, isRepeatable: true })
  user.epoch++
}
