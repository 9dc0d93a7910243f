export { adminApi } from './admin/api.ts'
export { ApplicationSettings } from './admin/settings.ts'
export { apis } from './apis.ts'
export { currentApi } from './current/api.ts'
export { exampleOf, type JsonObject, plain } from './examples.ts'
export { msgCodesOf, refusalsOf } from './refusals.ts'
export {
  type Access,
  type Api,
  type ApiKeyScope,
  apiKeyScopes,
  type Handlers,
  type Input,
  type LimitClass,
  type Output,
  type Route,
  type UserScope,
  userScopes,
} from './route.ts'
export { demandOf } from './security.ts'
