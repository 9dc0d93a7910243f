import type { userPasskeyRoutes } from '@thumbturn/contract/admin/user-passkeys.ts'
import type { Core } from '../../core/core.ts'
import { notFound } from '../../core/errors.ts'
import { deleteAnyPasskey, findPasskey, renameAnyPasskey } from '../../core/use-cases/passkeys/manage.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { administered } from './administered.ts'

export const userPasskeys = {
  async userPasskeyRename({ params, body }, { core, caller }) {
    await renameAnyPasskey(core, await findTarget(core, params, caller), body.name)
    return undefined
  },
  async userPasskeyDelete({ params }, { core, caller }) {
    await deleteAnyPasskey(core, await findTarget(core, params, caller))
    return undefined
  },
} satisfies HandlersOf<typeof userPasskeyRoutes>

type Params = { id: string; userId: string; passkeyId: string }

/** @throws AppError not_found: no such application or passkey, or another user's */
async function findTarget(core: Core, { id, userId, passkeyId }: Params, { by }: AdminCaller) {
  const target = { backend: { application: await administered(core, id), keyId: by }, passkeyId }
  const passkey = await findPasskey(core, target)
  if (passkey.userId !== userId) throw notFound('This user has no such passkey')
  return target
}
