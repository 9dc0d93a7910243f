import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { unknownApplication } from '../../model/applications/application.ts'
import type { HostRights } from '../../model/applications/overlaps.ts'
import { readApplication } from './registry.ts'

/** The application to change or delete; with `ifVersion`, only if it has that version. */
export type ApplicationTarget = { id: string; ifVersion?: number | undefined; hostRights?: HostRights }

/**
 * The application as it's stored now.
 * @throws AppError not_found · precondition_failed: the version isn't `ifVersion`
 */
export async function requireApplication(core: Core, { id, ifVersion }: ApplicationTarget): Promise<Application> {
  const application = await readApplication(core, id)
  if (!application) throw unknownApplication(id)
  if (ifVersion === undefined || ifVersion === application.version) return application
  throw new AppError(
    'precondition_failed',
    `The application has version ${application.version}, not ${ifVersion}: read it again, then repeat the request`,
  )
}
