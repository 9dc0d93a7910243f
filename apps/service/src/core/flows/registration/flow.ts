import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Join } from '../../model/members/invitation.ts'
import type { CeremonyFlow } from '../../ports/sessions.ts'
import type { SpentSession } from '../../spent-session.ts'

/** The account that a registration adds a passkey to, or creates. */
export type FlowUser = {
  id: string
  username: string
  usernameType: UsernameType
  displayName: string
  isNew: boolean
  epoch: string
}

/** A registration between its two calls. */
export type RegistrationFlow = CeremonyFlow & {
  purpose: 'registration'
  user: FlowUser
  /** A conditional create, for which the browser can leave user presence unset. */
  conditional: boolean
  /** The options only look valid: the registration can't be completed. */
  closed: boolean
  /** A token, a backend, or verified factors allowed the registration. */
  authorized: boolean
  /** The passkey whose token started the registration. If it's deleted, the registration can't be completed. */
  allowedBy?: string
  /** The access code that allowed the registration, which completing it uses up. */
  allowedByCode?: string
  /** The invitation of a future member, which completing the registration uses up. */
  join?: Join
  /** The link that allowed a user's first passkey, which completing the registration uses up. */
  invitation?: SpentSession
}
