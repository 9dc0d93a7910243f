import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Application, KeyChange, SigningKey } from '../../model/applications/application.ts'
import {
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

/**
 * Creates and publishes the next signing key. The current one signs until every verifier knows the new one, and is
 * retired after its last token has expired (`retireOutlivedKeys`).
 * @throws AppError bad_request: the last rotation is still in progress
 */
export async function rotateSigningKey(core: Core, target: Application, by: KeyChanger): Promise<KeyTimes> {
  let times: readonly KeyTimes[] = []
  const kid = await changeKeys(core, { target, by }, (keys, application) => {
    const [newest] = keys
    const at = core.now()
    if (newest && findSigningKey(keys, at) !== newest) throw rotationUnderWay(newest)
    const made = core.tokens.createKey(target.id)
    // Keys are ordered by age, even if the clock that created the last one was ahead.
    const add = { ...made, createdAt: Math.max(made.createdAt, (newest?.createdAt ?? 0) + 1) }
    times = listKeyTimes(application, [add, ...keys], at)
    return { add }
  })
  return times.find((key) => key.kid === kid)!
}

const rotationUnderWay = ({ kid, createdAt }: SigningKey) =>
  badRequest(
    `A rotation is under way: key ${kid} signs from ${new Date(createdAt + leadMs).toISOString()}. ` +
      'Rotate again after that, or retire a key',
  )

/**
 * Retires a possibly leaked key immediately: its tokens are rejected within a second, and by other verifiers when they
 * fetch the key set again.
 * @throws AppError not_found: no such key is in use · bad_request: no other key is in use
 */
export async function retireSigningKey(core: Core, target: Application, { kid, by }: { kid: string; by: KeyChanger }) {
  await changeKeys(core, { target, by }, (keys) => {
    if (!keys.some((key) => key.kid === kid)) throw notFound(`No signing key ${kid} is in use`)
    if (keys.length === 1) throw badRequest(`Signing key ${kid} is the only one in use: rotate first, then retire it`)
    return { retire: { kid, at: core.now() } }
  })
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
 * Applies the change that `decide` returns for the keys in use, newest first; decides again if another change came
 * first. Returns the ID of the key.
 */
async function changeKeys(
  core: Core,
  { target, by }: { target: Application; by: KeyChanger },
  decide: (keys: readonly SigningKey[], application: Application) => KeyChange,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await core.applications.refresh()
    const application = core.applications.find(target.id) ?? target
    const change = decide(filterInUse(await core.store.applications.signingKeys(application.id)), application)
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
