import { everyApplication } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { hasOwner, toInvitation } from './invitations.ts'

const id = 'setup'
const hours = 24

/** The token of a link, and until when it works, in milliseconds since 1970. */
export type Link = { token: string; expiresAt: number }

/**
 * The link by which the first owner joins; undefined once there is an owner. There is one at a time, the same on every node
 * and for every call: its secret is derived from the time at which it was created.
 */
export async function openSetUpLink(core: Core): Promise<Link | undefined> {
  if (await hasOwner(core)) return undefined
  const found = await core.store.members.findInvitation(id)
  if (found && found.acceptedAt === undefined && core.now() < found.expiresAt) return toLink(core, found)
  // If another node was faster, its link counts.
  await core.store.commit([{ renewInvitation: toSetUp(core, core.now()).invitation }])
  const renewed = await core.store.members.findInvitation(id)
  return renewed && toLink(core, renewed)
}

const toLink = (core: Core, { createdAt, expiresAt }: { createdAt: number; expiresAt: number }): Link => ({
  token: toSetUp(core, createdAt).token,
  expiresAt,
})

function toSetUp({ keyed }: Core, createdAt: number) {
  const secret = keyed('set-up link', String(createdAt)).toString('base64url')
  const roles = [{ application: everyApplication, role: 'owner' }] as const
  return toInvitation({ now: () => createdAt }, { id, secret }, { kind: 'setUp', roles, hours, by: 'system' })
}
