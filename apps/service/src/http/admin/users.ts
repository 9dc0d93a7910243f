import type { userRoutes } from '@thumbturn/contract/admin/users.ts'
import { signOutUser } from '../../core/use-cases/users/manage.ts'
import type { HandlersOf } from '../call.ts'
import { administered } from './administered.ts'

export const users = {
  async userSignOut({ params: { id, userId } }, { core, caller }) {
    const backend = { application: await administered(core, id), keyId: caller.by }
    await signOutUser(core, { backend, userId })
    return undefined
  },
} satisfies HandlersOf<typeof userRoutes>
