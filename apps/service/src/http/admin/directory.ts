import type { directoryRoutes } from '@thumbturn/contract/admin/directory.ts'
import type { DirectoryGroup } from '../../core/model/directory/directory.ts'
import { mapDirectoryGroup } from '../../core/use-cases/directory/groups.ts'
import { findLastRequest } from '../../core/use-cases/directory/last-request.ts'
import type { HandlersOf } from '../call.ts'
import { scimPath } from '../scim-path.ts'
import { timestamp } from '../timestamp.ts'

const toGroup = ({ id, displayName, roles }: DirectoryGroup, members: number) => ({
  id,
  displayName,
  members,
  roles: [...roles],
})

/** Handlers of what a directory provisioned; `ownOrigin` is where the directory reaches the service. */
export const directoryHandlers = (ownOrigin: string) =>
  ({
    async directoryRead(_, { core }) {
      const { directory } = core.store
      const [groups, counts] = await Promise.all([directory.listGroups(), directory.countGroupMembers()])
      const last = await findLastRequest(core)
      return {
        baseUrl: `${ownOrigin}${scimPath}`,
        lastRequest: last && { ...last, at: timestamp(last.at) },
        users: await directory.countUsers(),
        groups: groups.map((group) => toGroup(group, counts.get(group.id) ?? 0)),
      }
    },
    async directoryGroupMap({ params, body }, { core }) {
      const { group, members } = await mapDirectoryGroup(core, params.groupId, body.roles)
      return toGroup(group, members.length)
    },
  }) satisfies HandlersOf<typeof directoryRoutes>
