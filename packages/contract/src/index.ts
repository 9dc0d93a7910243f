export { adminApi } from './admin/api.ts'
export { ApplicationSettings } from './admin/settings.ts'
export { currentApi } from './current/api.ts'
export {
  type Access,
  type Api,
  type ApiKeyScope,
  apiKeyScopes,
  type Handlers,
  type Input,
  type Output,
  type Route,
  type UserScope,
  userScopes,
} from './route.ts'
