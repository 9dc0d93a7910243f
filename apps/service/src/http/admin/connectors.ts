import type { connectorRoutes } from '@thumbturn/contract/admin/connectors.ts'
import type { Core } from '../../core/core.ts'
import type { Application } from '../../core/model/applications/application.ts'
import type { Connector } from '../../core/model/connectors/connector.ts'
import { toPublishedEvent } from '../../core/model/events/published-event.ts'
import { hasRole } from '../../core/model/members/roles.ts'
import { discardDeadLetters, replayDeadLetters } from '../../core/use-cases/connectors/dead-letters.ts'
import {
  changeConnector,
  createConnector,
  deleteConnector,
  type NewConnector,
  pauseConnector,
  rotateSecrets,
} from '../../core/use-cases/connectors/manage.ts'
import { listSecretFields } from '../../core/use-cases/connectors/secrets.ts'
import {
  findListed,
  type ListedConnector,
  listConnectors,
  toNewStatus,
} from '../../core/use-cases/connectors/status.ts'
import { testConnector } from '../../core/use-cases/connectors/test.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { timestamp } from '../timestamp.ts'
import { findApplication } from './events.ts'

const optionalTimestamp = (at: number | undefined) => (at === undefined ? undefined : timestamp(at))

const toStatus = ({ state, lag, deadLetters, progress }: ListedConnector['status']) => {
  const { delivered, missed, deliveredAt, failures, nextAt, lastError } = progress
  return {
    state,
    waitingEvents: lag.events,
    waitingSeconds: Math.floor(lag.ms / 1_000),
    delivered,
    missed,
    deadLetters,
    lastDeliveryAt: optionalTimestamp(deliveredAt),
    nextAttemptAt: failures > 0 ? timestamp(nextAt) : undefined,
    lastError: lastError && { kind: lastError.kind, message: lastError.error, at: timestamp(lastError.at) },
  }
}

const toResponse = (core: Core, { connector, status }: ListedConnector) => {
  const { id, name, target, filter, createdAt, pausedAt } = connector
  return {
    id,
    name,
    target,
    filter,
    secretFields: listSecretFields(core, connector),
    createdAt: timestamp(createdAt),
    pausedAt: optionalTimestamp(pausedAt),
    status: toStatus(status),
  }
}

const respond = async (core: Core, { id: appId }: Application, id: string) =>
  toResponse(core, await findListed(core, appId, id))

/** Paths of addresses often contain a secret, so they are shown only to callers who may change the connector. */
function showTo(caller: AdminCaller, application: string) {
  const seesPaths = caller.kind !== 'member' || hasRole(caller.member, { role: 'developer', application })
  return <Shown extends Pick<Connector, 'target'>>(connector: Shown): Shown =>
    seesPaths ? connector : { ...connector, target: withoutPath(connector.target) }
}

function withoutPath(target: Connector['target']): Connector['target'] {
  if (target.type === 'syslog') return target
  return target.type === 's3'
    ? { ...target, endpoint: hidePath(target.endpoint) }
    : { ...target, url: hidePath(target.url) }
}

function hidePath(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? url : `${origin}/…`
}

/** Reads nothing that could fail: the secret is shown only here. */
const respondOnce = (core: Core, { connector, signingSecret }: NewConnector, status: ListedConnector['status']) => ({
  ...toResponse(core, { connector, status }),
  signingSecret,
})

export const connectors = {
  async connectorsList({ params }, { core, caller }) {
    const { id } = await findApplication(core, params.id)
    const show = showTo(caller, id)
    return { connectors: (await listConnectors(core, id)).map((listed) => show(toResponse(core, listed))) }
  },
  async connectorGet({ params }, { core, caller }) {
    const application = await findApplication(core, params.id)
    return showTo(caller, application.id)(await respond(core, application, params.connectorId))
  },
  async connectorCreate({ params, body }, { core }) {
    const application = await findApplication(core, params.id)
    const created = await createConnector(core, application, body)
    return respondOnce(core, created, toNewStatus(created.connector))
  },
  async connectorChange({ params, body }, { core }) {
    const application = await findApplication(core, params.id)
    await changeConnector(core, application, { id: params.connectorId, ...body })
    return respond(core, application, params.connectorId)
  },
  async connectorDelete({ params }, { core }) {
    await deleteConnector(core, await findApplication(core, params.id), params.connectorId)
    return undefined
  },
  async connectorPause({ params }, { core }) {
    const application = await findApplication(core, params.id)
    await pauseConnector(core, application, { id: params.connectorId, isPaused: true })
    return undefined
  },
  async connectorResume({ params }, { core }) {
    const application = await findApplication(core, params.id)
    await pauseConnector(core, application, { id: params.connectorId, isPaused: false })
    return undefined
  },
  async connectorTest({ params }, { core }) {
    const result = await testConnector(core, await findApplication(core, params.id), params.connectorId)
    if (result.status === 'delivered') return { delivered: true }
    return { delivered: false, kind: result.kind, error: result.error }
  },
  async connectorRotate({ params, body }, { core }) {
    const application = await findApplication(core, params.id)
    const { status } = await findListed(core, application.id, params.connectorId)
    const rotated = await rotateSecrets(core, application, { id: params.connectorId, secrets: body?.secrets })
    return respondOnce(core, rotated, status)
  },
  async deadLettersList({ params, query: { after = '0', limit = '100' } }, { core }) {
    const { id: appId } = await findApplication(core, params.id)
    const { connector } = await findListed(core, appId, params.connectorId)
    const page = { after: Number(after), limit: Number(limit) }
    const letters = await core.store.connectors.listDeadLetters(connector, page)
    const deadLetters = letters.map(({ position, eventId: uuid, error, at, expiresAt, event }) => ({
      position,
      uuid,
      error,
      rejectedAt: timestamp(at),
      expiresAt: timestamp(expiresAt),
      event: event && toPublishedEvent(event),
    }))
    return { deadLetters, next: letters.length === page.limit ? letters.at(-1)?.position : undefined }
  },
  async deadLettersReplay({ params, body }, { core }) {
    const application = await findApplication(core, params.id)
    return replayDeadLetters(core, application, { id: params.connectorId, after: body?.after })
  },
  async deadLettersDiscard({ params, body }, { core }) {
    const application = await findApplication(core, params.id)
    const positions = body?.positions
    return { discarded: await discardDeadLetters(core, application, { id: params.connectorId, positions }) }
  },
} satisfies HandlersOf<typeof connectorRoutes>
