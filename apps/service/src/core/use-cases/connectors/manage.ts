import {
  type ConnectorFilter,
  type ConnectorSecrets,
  type ConnectorTarget,
  type GivenSecrets,
  mostConnectors,
} from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { Write } from '../../writes.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { checkSecrets, createSigningSecret, openSecrets, sealSecrets } from './secrets.ts'

/** The choices of members about a connector. */
export type ConnectorRequest = {
  name: string
  target: ConnectorTarget
  filter?: ConnectorFilter | undefined
  secrets?: GivenSecrets | undefined
}

/** A connector, and the signing secret that the service created for it, which is shown only now. */
export type NewConnector = { connector: Connector; signingSecret: string | undefined }

/**
 * Creates a connector, which sends the events from now on.
 * @throws AppError bad_request: an address or a secret is invalid, or the application has 20 connectors
 */
export async function createConnector(
  core: Core,
  { id: appId }: Application,
  { name, target, filter = {}, secrets = {} }: ConnectorRequest,
): Promise<NewConnector> {
  checkTarget(target)
  checkSecrets(target.type, secrets)
  if ((await core.store.connectors.list(appId)).length >= mostConnectors)
    throw badRequest(`There are ${mostConnectors} connectors: delete one first`)
  const id = core.random.uuid()
  const all = withSigningSecret(core, target, secrets)
  const sealed = sealSecrets(core, id, { secrets: all })
  const times = { pausedAt: undefined, createdAt: core.now() }
  const connector: Connector = { appId, id, name, target, filter, secrets: sealed, version: 1, ...times }
  const after = describe(connector)
  const audit = recordChange(core, { action: 'connector.created', application: appId, target: id, after })
  await core.store.commit([{ addConnector: connector }, ...audit])
  return { connector, signingSecret: all.signingSecret }
}

const withSigningSecret = (core: Core, { type }: ConnectorTarget, given: GivenSecrets): ConnectorSecrets =>
  type === 'webhook' ? { ...given, signingSecret: createSigningSecret(core) } : given

/** Describes a connector for the audit log. */
const describe = ({ name, target, filter }: Connector) => ({ name, ...target, filter })

/** @throws AppError not_found: the application has no such connector */
export async function findConnector({ store }: Pick<Core, 'store'>, appId: string, id: string): Promise<Connector> {
  const connector = await store.connectors.find({ appId, id })
  if (!connector) throw notFound(`There is no connector ${id}`)
  return connector
}

/**
 * Changes a connector; the next attempt follows at once. A secret never goes to an address that it wasn't given for.
 * @throws AppError bad_request: an address or a secret is invalid, the type changes, or the address without the secrets ·
 * not_found
 */
export async function changeConnector(
  core: Core,
  { id: appId }: Application,
  { id, ...patch }: { id: string } & Partial<ConnectorRequest>,
): Promise<Connector> {
  return retryChange(core, { appId, id, action: 'connector.changed' }, (connector) => {
    const target = patch.target ?? connector.target
    if (target.type !== connector.target.type) throw badRequest('You cannot change the type of a connector')
    checkTarget(target)
    const secrets = replaceSecrets(core, connector, { target, given: patch.secrets })
    return {
      ...connector,
      name: patch.name ?? connector.name,
      filter: patch.filter ?? connector.filter,
      target,
      secrets,
    }
  })
}

/** The sealed secrets of a connector for another target. */
function replaceSecrets(
  core: Core,
  connector: Connector,
  { target, given }: { target: ConnectorTarget; given: GivenSecrets | undefined },
): string {
  const stored = openSecrets(core, connector)
  const { signingSecret, ...kept } = stored.secrets
  if (
    given === undefined &&
    Object.keys(kept).length > 0 &&
    describeAddress(target) !== describeAddress(connector.target)
  )
    throw badRequest('Send the secrets again, because the address of the receiver changes')
  if (given === undefined) return connector.secrets
  checkSecrets(target.type, given)
  const secrets = signingSecret === undefined ? given : { ...given, signingSecret }
  return sealSecrets(core, connector.id, { ...stored, secrets })
}

/** Where a target's secrets are sent. */
const describeAddress = (target: ConnectorTarget): string => {
  if (target.type === 'syslog') return `${target.host}:${target.port}`
  return new URL(target.type === 's3' ? target.endpoint : target.url).origin
}

/** @throws AppError bad_request: a URL is not valid */
function checkTarget(target: ConnectorTarget): void {
  if (target.type === 'syslog') return
  const [field, url] = target.type === 's3' ? ['endpoint', target.endpoint] : ['url', target.url]
  if (!URL.canParse(url)) throw badRequest(`target.${field} is not a valid URL`)
}

type ChangeOptions = { appId: string; id: string; action: 'connector.changed' | 'connector.rotated' }

const mostAttempts = 5

/** Computes a change again if the connector was changed since it was read. */
async function retryChange(
  core: Core,
  { appId, id, action }: ChangeOptions,
  change: (connector: Connector) => Connector,
): Promise<Connector> {
  for (let attempt = 1; ; attempt++) {
    const connector = await findConnector(core, appId, id)
    const changed = change(connector)
    const values = compareValues(describe(connector), describe(changed))
    const [{ secrets: sealed }, { secrets: sealedAgain }] = [connector, changed]
    const isSame = sealed === sealedAgain
    const secrets = isSame ? {} : { secrets: 'changed' }
    const audit = recordChange(core, {
      action,
      application: appId,
      target: id,
      before: values.before,
      after: { ...values.after, ...secrets },
    })
    const writes: Write[] = [{ changeConnector: changed }, { wakeConnector: { appId, id } }, ...audit]
    if (!(await core.store.commit(writes))) return { ...changed, version: changed.version + 1 }
    if (attempt === mostAttempts) throw badRequest('The connector is being changed: try again')
  }
}

/** How long webhooks are signed with the previous secret too. */
const rotationMs = 24 * 3_600_000

/**
 * Replaces the secrets. A webhook gets a new signing secret, and is signed with the previous one too for 24 hours.
 * @throws AppError bad_request: a secret is missing or invalid · not_found
 */
export async function rotateSecrets(
  core: Core,
  { id: appId }: Application,
  { id, secrets: given = {} }: { id: string; secrets?: GivenSecrets | undefined },
): Promise<NewConnector> {
  const created = createSigningSecret(core)
  const connector = await retryChange(core, { appId, id, action: 'connector.rotated' }, (current) => {
    const { type } = current.target
    checkSecrets(type, given)
    if (type !== 'webhook') return { ...current, secrets: sealSecrets(core, id, { secrets: given }) }
    const { signingSecret = '' } = openSecrets(core, current).secrets
    const previous = { signingSecret, until: core.now() + rotationMs }
    return { ...current, secrets: sealSecrets(core, id, { secrets: { signingSecret: created }, previous }) }
  })
  return { connector, signingSecret: connector.target.type === 'webhook' ? created : undefined }
}

/**
 * Stops a connector after the batch that it sends, or lets it continue where it stopped. Does nothing if it is so
 * already.
 */
export async function pauseConnector(
  core: Core,
  { id: appId }: Application,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<void> {
  const connector = await findConnector(core, appId, id)
  if ((connector.pausedAt !== undefined) === isPaused) return
  const changed = { ...connector, pausedAt: isPaused ? core.now() : undefined }
  const action = isPaused ? 'connector.paused' : 'connector.resumed'
  const audit = recordChange(core, { action, application: appId, target: id })
  const writes: Write[] = [{ changeConnector: changed }, { wakeConnector: { appId, id } }, ...audit]
  if (await core.store.commit(writes)) throw badRequest('The connector is being changed: try again')
}

/** Deletes a connector with its dead letters. @throws AppError not_found */
export async function deleteConnector(core: Core, { id: appId }: Application, id: string): Promise<void> {
  const connector = await findConnector(core, appId, id)
  const before = describe(connector)
  const audit = recordChange(core, { action: 'connector.deleted', application: appId, target: id, before })
  if (await core.store.commit([{ deleteConnector: { appId, id } }, ...audit]))
    throw notFound(`There is no connector ${id}`)
  await core.store.connectors.trimFeed(appId)
}
