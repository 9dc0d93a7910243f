import type { Core } from '../../core/core.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { unknownApplication } from '../../core/model/applications/application.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'

/** The installation's own application is not one of those that are administered. */
export async function administered({ applications }: Core, id: string): Promise<Application> {
  const application = id === ownApplicationId ? undefined : await applications.findFresh(id)
  if (!application) throw unknownApplication(id)
  return application
}
