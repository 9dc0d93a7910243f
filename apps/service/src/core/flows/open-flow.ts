import { after, type Eventual } from '../after.ts'
import type { Core } from '../core.ts'
import type { Reject } from '../errors.ts'
import { AppError } from '../errors.ts'
import type { Application } from '../model/applications/application.ts'
import type { Flow } from '../ports/sessions.ts'

/** A flow that was started for this application. */
export const toFlowApplication = ({ id, createdAt }: Application) => ({ appId: id, appCreatedAt: createdAt })

/** The application that a flow was started for; undefined if it was deleted, even if another one has its ID now. */
export function findFlowApplication(
  { applications }: Pick<Core, 'applications'>,
  { appId, appCreatedAt }: Pick<Flow, 'appId' | 'appCreatedAt'>,
): Eventual<Application | undefined> {
  return after(applications.find(appId) ?? applications.findFresh(appId), (application) =>
    application?.createdAt === appCreatedAt ? application : undefined,
  )
}

/** A flow, and the application that it was started for. */
export type OpenedFlow<F extends Flow> = { flow: F; application: Application }

/**
 * Opens the session of a flow that has this purpose and, if the call specifies one, belongs to this application.
 * @throws AppError created by `reject`
 */
export function openFlow<F extends Flow>(
  core: Core,
  { session, appId, purpose }: { session: string; appId?: string; purpose: F['purpose'] },
  reject: Reject,
): Eventual<OpenedFlow<F>> {
  const flow = unseal<F>(core, { session, purpose }, reject)
  if (appId !== undefined && appId !== flow.appId) throw reject('the session belongs to another application')
  return after(findFlowApplication(core, flow), (application) => {
    if (!application) throw reject('the application no longer exists')
    return { flow, application }
  })
}

function unseal<F extends Flow>(
  { sessions }: Core,
  { session, purpose }: { session: string; purpose: F['purpose'] },
  reject: Reject,
): F {
  try {
    return sessions.open<F>(purpose, session)
  } catch (error) {
    throw error instanceof AppError ? reject(error) : error
  }
}
