import type { Core } from '../../core/core.ts'
import { notFound } from '../../core/errors.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'

/** The installation's own application is not one of those that are administered. */
export async function administered({ applications }: Core, id: string): Promise<Application> {
  const application = id === ownApplicationId ? undefined : await applications.find(id)
  if (!application) throw notFound(`There is no application ${id}`)
  return application
}
