import { adminApi } from './admin/api.ts'
import { currentApi } from './current/api.ts'
import { gen1Api } from './gen1/api.ts'
import { openidApi } from './openid/api.ts'
import { proxyApi } from './proxy/api.ts'
import type { Api } from './route.ts'

/** Every API of the service, by the name of its file: `openapi/openapi_<name>.yaml`. */
export const apis: Readonly<Record<string, Api>> = {
  current: currentApi,
  proxy: proxyApi,
  gen1: gen1Api,
  admin: adminApi,
  openid: openidApi,
}
