import type { KeyTimes } from '../../core/model/applications/key-schedule.ts'
import { listSigningKeys, retireSigningKey, rotateSigningKey } from '../../core/model/applications/signing-keys.ts'
import { timestamp } from '../timestamp.ts'
import type { AdminHandlers } from './admin-handlers.ts'
import { administered, identifyChanger } from './administered.ts'

const moment = (at: number | undefined) => (at === undefined ? undefined : timestamp(at))

const shown = ({ kid, state, createdAt, signsAt, retiresAt, retiredAt }: KeyTimes) => ({
  kid,
  state,
  createdAt: timestamp(createdAt),
  signsAt: moment(signsAt),
  retiresAt: moment(retiresAt),
  retiredAt: moment(retiredAt),
})

type Operations = 'signingKeysList' | 'signingKeyRotate' | 'signingKeyRetire'

export const signingKeys: Pick<AdminHandlers, Operations> = {
  async signingKeysList({ params }, { core }) {
    const keys = await listSigningKeys(core, await administered(core, params.id))
    return { signingKeys: keys.map(shown) }
  },
  async signingKeyRotate({ params }, { core, caller }) {
    return shown(await rotateSigningKey(core, await administered(core, params.id), identifyChanger(caller)))
  },
  async signingKeyRetire({ params: { id, kid } }, { core, caller }) {
    await retireSigningKey(core, await administered(core, id), { kid, by: identifyChanger(caller) })
    return undefined
  },
}
