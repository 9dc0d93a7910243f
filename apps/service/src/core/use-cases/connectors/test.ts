import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { DeliveryResult } from '../../ports/destinations.ts'
import { recordInAdvance } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { findConnector } from './manage.ts'
import { openConnector } from './open.ts'
import { toOutgoing } from './outgoing.ts'

/** Sends one event that is no part of the history, and returns what the receiver said. @throws AppError not_found */
export async function testConnector(core: Core, application: Application, id: string): Promise<DeliveryResult> {
  const connector = await findConnector(core, application.id, id)
  await recordInAdvance(core, { action: 'connector.tested', application: application.id, target: id })
  const event = createEvent(core, application, { type: 'fido2.connector.tested', detail: { connector: id } })
  const destination = openConnector(core, connector).open()
  try {
    return await destination.send([toOutgoing(event, 0)], new AbortController().signal)
  } finally {
    await destination.close()
  }
}
