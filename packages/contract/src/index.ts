export { adminApi } from './admin/api.ts'
export { ApplicationSettings } from './admin/settings.ts'
export { apis } from './apis.ts'
export { withoutBlanks } from './blanks.ts'
export { currentApi } from './current/api.ts'
export { findExample, type JsonObject, plain } from './examples.ts'
export { gen1Api } from './gen1/api.ts'
export { type Gen1Code, gen1Codes } from './gen1/errors.ts'
export { findExpectation } from './patterns.ts'
export { proxyApi } from './proxy/api.ts'
export { toProxyCode } from './proxy/errors.ts'
export { listMsgCodes, listRejections } from './refusals.ts'
export {
  type Access,
  type Api,
  type ApiKeyScope,
  apiKeyScopes,
  type Input,
  type LimitClass,
  type Output,
  type Route,
  type ServiceScope,
  serviceScopes,
  type UserScope,
  userScopes,
} from './route.ts'
export { describeAccess } from './security.ts'
export { type ErrorReason, errorReasons, type StatusCode, statusCodes } from './status-codes.ts'
