import { deviceRoutes } from '@thumbturn/contract/openid/device.ts'
import { startDevice } from '../../core/flows/authorization/start-device.ts'
import type { HandlersOf } from '../call.ts'
import { createEndpointCall } from './endpoint-call.ts'

const { deviceAuthorization } = deviceRoutes

export const device = {
  deviceAuthorization: ({ body: fields }, call) =>
    startDevice(call.core, call.application, { fields, call: createEndpointCall(call, deviceAuthorization.path) }),
} satisfies HandlersOf<typeof deviceRoutes>
