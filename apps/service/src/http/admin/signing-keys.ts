import type { signingKeyRoutes } from '@thumbturn/contract/admin/signing-keys.ts'
import type { KeyTimes } from '../../core/model/applications/key-schedule.ts'
import { listSigningKeys, retireSigningKey, rotateSigningKey } from '../../core/use-cases/applications/signing-keys.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const moment = (at: number | undefined) => (at === undefined ? undefined : timestamp(at))

const toResponse = ({ kid, alg, state, createdAt, signsAt, retiresAt, retiredAt }: KeyTimes) => ({
  kid,
  alg,
  state,
  createdAt: timestamp(createdAt),
  signsAt: moment(signsAt),
  retiresAt: moment(retiresAt),
  retiredAt: moment(retiredAt),
})

export const signingKeys = {
  async signingKeysList({ params }, { core }) {
    const keys = await listSigningKeys(core, await administered(core, params.id))
    return { signingKeys: keys.map(toResponse) }
  },
  async signingKeyRotate({ params, query: { alg = 'ES256' } }, { core, caller }) {
    return toResponse(await rotateSigningKey(core, await administered(core, params.id), { alg, by: caller.by }))
  },
  async signingKeyRetire({ params: { id, kid } }, { core, caller }) {
    await retireSigningKey(core, await administered(core, id), { kid, by: caller.by })
    return undefined
  },
} satisfies HandlersOf<typeof signingKeyRoutes>
