export { adminApi } from './admin/api.ts'
export { apis } from './apis.ts'
export { withoutBlanks } from './blanks.ts'
export { isClientReport, leaveOutUnfitReports } from './client-report.ts'
export { currentApi } from './current/api.ts'
export { findExample, type JsonObject, plain } from './examples.ts'
export { type Format, formats } from './formats.ts'
export { gen1Api } from './gen1/api.ts'
export { type Gen1Code, gen1Codes } from './gen1/errors.ts'
export { hostedApi } from './hosted/api.ts'
export { openidApi } from './openid/api.ts'
export { toOauthError } from './openid/errors.ts'
export { findExpectation } from './patterns.ts'
export { proxyApi } from './proxy/api.ts'
export { toProxyCode } from './proxy/errors.ts'
export { listMsgCodes, listRejections, transportRejections } from './rejections.ts'
export type {
  Access,
  Api,
  Input,
  Output,
  Route,
  UncheckedParameters,
} from './route.ts'
export { describeAccess } from './security.ts'
export { type StatusCode, statusCodes } from './status-codes.ts'
export { ApplicationSettings } from './vocabulary/application-settings.ts'
export { type ErrorReason, errorReasons } from './vocabulary/errors.ts'
export type { LimitClass } from './vocabulary/limit-classes.ts'
export { everyApplication, includesRole, type Role, type RoleAssignment, roles } from './vocabulary/roles.ts'
export {
  type ApiKeyScope,
  apiKeyScopes,
  type ServiceScope,
  serviceScopes,
  type UserScope,
  userScopes,
} from './vocabulary/scopes.ts'
