// Clients of a service in this process. Each says in a file what it begins and what was acknowledged.
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startService } from '@thumbturn/service-harness/service.ts'
import { apiKey, newDevice, type SignedUpUser, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createRandom } from '../../common/random.ts'
import { databaseName, type Note, notesName } from './notes.ts'

const [folder = '', seed = '1', operations = '10'] = process.argv.slice(2)
const clients = 4
/** So that the recording has checkpoints, and the log begins anew. */
const checkpointEvery = 12

const file = openSync(join(folder, notesName), 'a')
const note = (one: Note) => writeSync(file, `${JSON.stringify(one)}\n`)
const service = await startService({ databaseUrl: `sqlite:${join(folder, databaseName)}` })
const { text: token } = await apiKey(service, ['user:write'])
note({ what: 'ready' })
const random = createRandom(Number(seed))
let left = Number(operations)

async function work(client: number) {
  const users: SignedUpUser[] = []
  for (let number = 0; left > 0; left--, number++) {
    if (left % checkpointEvery === 0) await service.core.store.checkpoint()
    const choice = random.next()
    if (users.length === 0 || choice < 0.4) users.push(await register(`user-${client}-${number}`))
    else if (choice < 0.7) await use(random.pick(users))
    else if (choice < 0.85) await rename(random.pick(users))
    else await remove(users.shift()!)
  }
}

async function tell<Result>(one: Omit<Note, 'what'>, act: () => Promise<Result>): Promise<Result> {
  note({ what: 'begun', ...one })
  const result = await act()
  note({ what: 'acknowledged', ...one })
  return result
}

async function register(username: string) {
  const device = newDevice({ counter: 'counting' })
  const signUp = () => signUpUser(service, { username, device })
  note({ what: 'begun', action: 'register', username })
  const user = await signUp()
  note({ what: 'acknowledged', action: 'register', username, value: device.credentials[0]!.id })
  return user
}

const use = (user: SignedUpUser) =>
  tell({ action: 'signIn', username: user.username }, async () => {
    const { status } = await signIn(service, user)
    if (status !== 200) throw new Error(`a sign-in got ${status}`)
  })

function rename({ username, passkeyId, jwtAccess }: SignedUpUser) {
  const name = `Passkey ${random.between(0, 1_000_000)}`
  return tell({ action: 'rename', username, value: name }, async () => {
    const { status } = await service.ask('PUT', `/passkeys/${passkeyId}`, { token: jwtAccess, body: { name } })
    if (status !== 204) throw new Error(`a renaming got ${status}`)
  })
}

const remove = ({ username, userId }: SignedUpUser) =>
  tell({ action: 'remove', username }, async () => {
    const { status } = await service.ask('DELETE', `/mgmt/users/${userId}`, { token })
    if (status !== 204) throw new Error(`a deletion got ${status}`)
  })

await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
// Without closing the store: SQLite would tidy up.
process.exit()
