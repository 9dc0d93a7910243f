import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import type { Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import {
  type Application,
  findAlgorithm,
  type KeyChange,
  type SigningKey,
} from '../../model/applications/application.ts'
import {
  filterByAlgorithm,
  filterInUse,
  findRetirement,
  findSigningKey,
  type KeyTimes,
  leadMs,
  listKeyTimes,
} from '../../model/applications/key-schedule.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { refreshSoon } from './registry.ts'

/** The author of a change to a key: the ID of an admin key, or one of the words that key events use. */
export type KeyChanger = string

/** The keys of an application, newest first, including retired ones until they are forgotten. */
export async function listSigningKeys({ store, now }: Core, application: Application): Promise<KeyTimes[]> {
  return listKeyTimes(application, await store.applications.signingKeys(application.id), now())
}

/** A kind of key, and who adds one. */
export type KeyAddition = { alg: SigningAlgorithm; by: KeyChanger }

/**
 * Creates and publishes the next signing key of an algorithm. The current one signs until every verifier knows the new one,
 * and is retired after its last token has expired (`retireOutlivedKeys`).
 * @throws AppError bad_request: the last rotation is still in progress, or there is no key of that algorithm
 */
export async function rotateSigningKey(core: Core, target: Application, { alg, by }: KeyAddition): Promise<KeyTimes> {
  let times: readonly KeyTimes[] = []
  const kid = await changeKeys(core, { target, by }, async (keys, application) => {
    const [newest] = filterByAlgorithm(keys, alg)
    const at = core.now()
    if (!newest) throw badRequest(`The application has no ${alg} key to rotate`)
    if (findSigningKey(keys, alg, at) !== newest) throw rotationUnderWay(newest)
    const add = await createNewestKey(core, target.id, { alg, keys })
    times = listKeyTimes(application, [add, ...keys], at)
    return { add }
  })
  return times.find((key) => key.kid === kid)!
}

/**
 * Adds a key of an algorithm if the application has none in use, however many requests do it at once. It signs immediately:
 * verifiers fetch the key set again for a `kid` that they don't know, and nothing was signed with that algorithm before.
 */
export async function ensureSigningKey(core: Core, target: Application, { alg, by }: KeyAddition): Promise<void> {
  await changeKeys(core, { target, by }, async (keys) =>
    filterByAlgorithm(keys, alg).length > 0
      ? undefined
      : { add: await createNewestKey(core, target.id, { alg, keys }) },
  )
}

type NewKey = { alg: SigningAlgorithm; keys: readonly SigningKey[] }

/** A key for those in use, newest first. They are ordered by age, even if the clock that created the last one was ahead. */
async function createNewestKey({ tokens }: Core, appId: string, { alg, keys }: NewKey): Promise<SigningKey> {
  const key = await tokens.createKey(appId, alg)
  return { ...key, createdAt: Math.max(key.createdAt, (keys[0]?.createdAt ?? 0) + 1) }
}

const rotationUnderWay = ({ kid, createdAt }: SigningKey) =>
  badRequest(
    `A rotation is under way: key ${kid} signs from ${new Date(createdAt + leadMs).toISOString()}. ` +
      'Rotate again after that, or retire a key',
  )

/**
 * Retires a possibly leaked key immediately: its tokens are rejected within a second, and by other verifiers when they
 * fetch the key set again.
 * @throws AppError not_found: no such key is in use · bad_request: no other key of its algorithm is in use
 */
export async function retireSigningKey(core: Core, target: Application, { kid, by }: { kid: string; by: KeyChanger }) {
  await changeKeys(core, { target, by }, (keys) => {
    requireReplaceable(keys, kid)
    return { retire: { kid, at: core.now() } }
  })
}

function requireReplaceable(keys: readonly SigningKey[], kid: string) {
  const key = keys.find((one) => one.kid === kid)
  if (!key) throw notFound(`No signing key ${kid} is in use`)
  if (filterByAlgorithm(keys, findAlgorithm(key)).length === 1)
    throw badRequest(`Signing key ${kid} is the only one in use: rotate first, then retire it`)
}

/** Retires keys whose last token has expired. Any node can do it. */
export async function retireOutlivedKeys(core: Core): Promise<void> {
  for (const appId of await core.store.applications.withSeveralKeys()) {
    const application = await core.applications.findFresh(appId)
    if (!application) continue
    const keys = filterInUse(await core.store.applications.signingKeys(appId))
    const outlived = keys.findLast(
      ({ kid }) => (findRetirement(application, keys, kid) ?? Number.POSITIVE_INFINITY) <= core.now(),
    )
    // One at a time, because each change needs the current version; if another node was faster, nothing is left to do.
    if (outlived)
      await applyChange(core, { application, by: 'upkeep' }, { retire: { kid: outlived.kid, at: core.now() } })
  }
}

const maxAttempts = 5

/**
 * Applies the change that `decide` returns for the keys in use, newest first, if any; decides again if another change came
 * first. Returns the ID of the key.
 */
async function changeKeys(
  core: Core,
  { target, by }: { target: Application; by: KeyChanger },
  decide: (keys: readonly SigningKey[], application: Application) => Eventual<KeyChange | undefined>,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await core.applications.refresh()
    const application = core.applications.find(target.id) ?? target
    const change = await decide(filterInUse(await core.store.applications.signingKeys(application.id)), application)
    if (!change) return undefined
    if (await applyChange(core, { application, by }, change)) return getKid(change)
  }
  throw badRequest('The application is being changed by many requests at once: try again')
}

async function applyChange(core: Core, source: { application: Application; by: KeyChanger }, change: KeyChange) {
  const type = 'add' in change ? 'fido2.signing_key.created' : 'fido2.signing_key.retired'
  const { application, by } = source
  const event = createEvent(core, application, { type, detail: { kid: getKid(change), by } })
  const action = 'add' in change ? 'signingKey.created' : 'signingKey.retired'
  const writes: Write[] = [
    { changeSigningKeys: { application, change, at: event.at } },
    { append: event },
    ...recordChange(core, { action, application: application.id, target: getKid(change) }),
  ]
  const isDone = !(await core.store.commit(writes))
  if (isDone) await refreshSoon(core)
  return isDone
}

const getKid = (change: KeyChange) => ('add' in change ? change.add.kid : change.retire.kid)
