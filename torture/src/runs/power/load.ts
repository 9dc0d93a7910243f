// Clients of a service in this process. Each says in a file what it begins and what was acknowledged.
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { addPublicClient } from '@thumbturn/service-harness/openid.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { apiKey, newDevice, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createRandom } from '../../common/random.ts'
import { databaseName, type Note, notesName } from './notes.ts'
import { type PowerUser, type Tell, useProvider } from './provider.ts'

const [folder = '', seed = '1', operations = '10'] = process.argv.slice(2)
const clients = 4
/** So that the recording has checkpoints, and the log begins anew. */
const checkpointEvery = 12

const file = openSync(join(folder, notesName), 'a')
const note = (one: Note) => writeSync(file, `${JSON.stringify(one)}\n`)
const service = await startService({ databaseUrl: `sqlite:${join(folder, databaseName)}` })
const { text: token } = await apiKey(service, ['user:write'])
const client = await addPublicClient(service, { consent: 'ask' })
note({ what: 'ready' })
const random = createRandom(Number(seed))
let left = Number(operations)

async function work(number: number) {
  const users: PowerUser[] = []
  for (let at = 0; left > 0; left--, at++) {
    if (left % checkpointEvery === 0) await service.core.store.checkpoint()
    const choice = random.next()
    if (users.length === 0 || choice < 0.25) users.push(await register(`user-${number}-${at}`))
    else if (choice < 0.4) await use(random.pick(users))
    else if (choice < 0.5) await rename(random.pick(users))
    else if (choice < 0.9) await useProvider({ service, client, random, tell }, random.pick(users))
    else await remove(users.shift()!)
  }
}

const tell: Tell = async (one, act) => {
  note({ what: 'begun', ...one })
  const value = await act()
  note({ what: 'acknowledged', ...one, value: value ?? one.value })
  return value
}

async function register(username: string): Promise<PowerUser> {
  const device = newDevice({ counter: 'counting' })
  const signUp = () => signUpUser(service, { username, device })
  note({ what: 'begun', action: 'register', username })
  const user = await signUp()
  note({ what: 'acknowledged', action: 'register', username, value: device.credentials[0]!.id })
  return user
}

const use = (user: PowerUser) =>
  tell({ action: 'signIn', username: user.username }, async () => {
    const { status } = await signIn(service, user)
    if (status !== 200) throw new Error(`a sign-in got ${status}`)
    return undefined
  })

function rename({ username, passkeyId, jwtAccess }: PowerUser) {
  const name = `Passkey ${random.between(0, 1_000_000)}`
  return tell({ action: 'rename', username, value: name }, async () => {
    const { status } = await service.ask('PUT', `/passkeys/${passkeyId}`, { token: jwtAccess, body: { name } })
    if (status !== 204) throw new Error(`a renaming got ${status}`)
    return undefined
  })
}

const remove = ({ username, userId }: PowerUser) =>
  tell({ action: 'remove', username }, async () => {
    const { status } = await service.ask('DELETE', `/mgmt/users/${userId}`, { token })
    if (status !== 204) throw new Error(`a deletion got ${status}`)
    return undefined
  })

await Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
// Without closing the store: SQLite would tidy up.
process.exit()
