import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { type Finding, warning } from './finding.ts'

/** As many as fit on a screen; the others show once these are resolved. */
const mostShown = 20

/** Names that two users had before a name could have only one: they identify the user who has them as a username. */
export async function checkNames({ store }: Core, { id }: Application): Promise<Finding[]> {
  const collisions = await store.contacts.collisions(id, mostShown)
  return collisions.map(({ address, contactOwner, username, usernameOwner }) =>
    warning(
      `application ${id}`,
      say('name_shared', { address, owner: contactOwner, username, other: usernameOwner }),
      advise('resolve_name'),
    ),
  )
}
