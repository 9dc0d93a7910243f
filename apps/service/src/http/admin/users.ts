import { signOutUser } from '../../core/model/users/manage.ts'
import { apiKeyOf } from '../guard.ts'
import type { AdminHandlers } from './admin-handlers.ts'
import { administered } from './administered.ts'

export const users: Pick<AdminHandlers, 'userSignOut'> = {
  async userSignOut({ params: { id, userId } }, { core, caller }) {
    const backend = { application: await administered(core, id), keyId: apiKeyOf(caller).key.id }
    await signOutUser(core, { backend, userId })
    return undefined
  },
}
