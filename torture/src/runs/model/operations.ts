import { findUser, judgeToken, listPasskeys, useCode, useFlow } from './tokens.ts'
import * as users from './users.ts'
import type { ModelUser, World } from './world.ts'

type Operation = { name: string; weight: number; run(world: World): Promise<unknown> }

/** On some user to whom it applies; otherwise it does nothing. */
const onUser = (act: (world: World, user: ModelUser) => Promise<unknown>, isChosen?: (user: ModelUser) => boolean) => {
  return async (world: World) => {
    const user = users.pickUser(world, isChosen)
    if (user) await act(world, user)
  }
}

/** The same with a token that the model says is valid. */
const withToken = (act: (world: World, user: ModelUser, token: string) => Promise<unknown>) => async (world: World) => {
  const isChosen = (user: ModelUser) => users.hasPasskey(user) && judgeToken(world, user) === 'valid'
  const user = users.pickUser(world, isChosen)
  if (user) await act(world, user, user.token!.text)
}

const mostUsers = 40

/** The operations of a caller, and the events of a node. Add an entry here for each new operation. */
const operations: readonly Operation[] = [
  {
    name: 'sign up',
    weight: 10,
    run: (world) => (world.users.length < mostUsers ? users.signUp(world) : remove(world)),
  },
  { name: 'sign in', weight: 25, run: onUser(users.signIn, users.hasPasskey) },
  { name: 'confirm a transaction', weight: 8, run: onUser(users.confirmTransaction, users.hasPasskey) },
  { name: 'rename', weight: 8, run: withToken(users.rename) },
  { name: 'add a passkey', weight: 5, run: withToken(users.addPasskey) },
  { name: 'recover by a grant', weight: 4, run: onUser(users.recover, ({ isActive }) => isActive) },
  { name: 'delete a passkey', weight: 4, run: onUser(users.deletePasskey, ({ passkeys }) => passkeys.length > 0) },
  { name: 'delete a user', weight: 3, run: remove },
  { name: 'change the status', weight: 4, run: onUser(users.changeStatus) },
  { name: 'sign out', weight: 3, run: onUser(users.signOut) },
  { name: 'use a code', weight: 6, run: withToken(useCode) },
  { name: 'use a flow', weight: 4, run: onUser(useFlow, users.hasPasskey) },
  { name: 'list passkeys', weight: 8, run: onUser(listPasskeys) },
  { name: 'find a user', weight: 4, run: onUser((world, user) => findUser(world, user, false)) },
  { name: 'use what was deleted', weight: 6, run: tryDeleted },
  { name: 'move the clock', weight: 4, run: moveClock },
  { name: 'forget what expired', weight: 1, run: forgetExpired },
]

const total = operations.reduce((sum, { weight }) => sum + weight, 0)
const mostRemembered = 15

/** One operation that the seed chooses. */
export async function operate(world: World): Promise<void> {
  const operation = chooseOperation(world)
  world.history.push(operation.name)
  if (world.history.length > mostRemembered) world.history.shift()
  await operation.run(world)
}

function chooseOperation({ random }: World): Operation {
  let left = random.between(1, total)
  for (const operation of operations) {
    left -= operation.weight
    if (left <= 0) return operation
  }
  throw new Error('the weights have another sum')
}

async function remove(world: World) {
  const user = users.pickUser(world)
  if (user) await users.deleteUser(world, user)
}

async function tryDeleted(world: World) {
  const { random, deletedPasskeys, deletedUsers } = world
  if (deletedPasskeys.length > 0) {
    await users.trySignIn(world, { ...random.pick(deletedPasskeys), isDeleted: true })
  }
  const inactive = users.pickUser(world, ({ isActive, passkeys }) => !isActive && passkeys.length > 0)
  if (inactive) await users.trySignIn(world, { ...inactive, passkey: random.pick(inactive.passkeys), isDeleted: false })
  const deleted = deletedUsers.length === 0 ? undefined : random.pick(deletedUsers)
  if (!deleted) return
  await findUser(world, deleted, true)
  const [passkey] = deleted.passkeys
  if (passkey) await users.trySignIn(world, { ...deleted, passkey, isDeleted: true })
}

/** Time passes, or the clock is set. */
async function moveClock({ service, random }: World) {
  service.clock.advance(random.between(0, 60_000))
  if (random.between(1, 5) === 1) service.clock.set(random.between(-5_000, 20_000))
}

async function forgetExpired({ service }: World) {
  await service.core.watermark.advance()
  await service.core.store.forgetExpired(service.clock.now() - 60_000)
}
