import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'

/** The application of a signing key, retired or not; undefined if there is no such key. */
export async function findKeyOwner({ store, applications }: Core, kid: string): Promise<Application | undefined> {
  const appId = await store.applications.idOfKey(kid)
  return appId === undefined ? undefined : applications.findFresh(appId)
}
