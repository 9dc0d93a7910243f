import type { hostedApi } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { account } from './account.ts'
import { device } from './device.ts'
import { deviceBinding } from './device-binding.ts'
import { type HostedOptions, requests } from './requests.ts'

/** The calls of the hosted pages of an application. */
export const hostedHandlers = (options: HostedOptions) =>
  ({ ...requests(options), ...device, ...deviceBinding, ...account }) satisfies HandlersOf<typeof hostedApi.routes>
