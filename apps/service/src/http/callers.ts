import type { Access } from '@thumbturn/contract'
import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { MemberWithRoles } from '../core/model/members/member.ts'
import type { MemberSession } from '../core/model/members/session.ts'
import type { Flow } from '../core/ports/sessions.ts'
import type { TokenHolder } from '../core/ports/tokens.ts'
import type { Backend } from '../core/use-cases/applications/backend.ts'
import type { ServiceToken } from '../core/use-cases/clients/service-token.ts'

type AnonymousCaller = { kind: 'anonymous' }
export type UserCaller = { kind: 'user'; application: Application; holder: TokenHolder }
/** A backend with an API key; `application` is that of the key. */
export type ApiKeyCaller = { kind: 'apiKey'; scopes: readonly KeyScope[] } & Backend & {
    keyId: string
    keyName: string
  }
/** An API key of the installation; `by` says so in what it changes. */
export type AdminKeyCaller = ApiKeyCaller & { by: string }
/** A member of the installation in the dashboard; `application` is the installation's own. */
export type MemberCaller = {
  kind: 'member'
  application: Application
  member: MemberWithRoles
  session: MemberSession
  by: string
}
export type AdminCaller = AdminKeyCaller | MemberCaller
export type SessionCaller = { kind: 'session'; application: Application; session: string; flow: Flow }
export type ServiceCaller = { kind: 'service' } & ServiceToken

/** The caller that the guard proves for each kind of access. */
type CallerByAccess = {
  public: AnonymousCaller
  apiKey: ApiKeyCaller
  admin: AdminCaller
  member: MemberCaller
  session: SessionCaller
  user: UserCaller
  optionalUser: UserCaller | AnonymousCaller
  userOrApiKey: UserCaller | ApiKeyCaller
  service: ServiceCaller
  management: ServiceCaller
}

/** The caller of a route with this kind of access; of any route unless given. */
export type Caller<Kind extends Access['kind'] = Access['kind']> = CallerByAccess[Kind]
