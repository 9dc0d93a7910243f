import type { openidApi } from '@thumbturn/contract'
import { addOpenidClient } from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import type { Prepare } from './world.ts'

/** The client of all examples. */
const addClient = (service: Service) =>
  addOpenidClient(service, {
    id: 'grafana',
    redirectUris: ['https://grafana.example.com/callback'],
    resources: ['https://api.example.com'],
  })

const withClient: Prepare = async (service) => {
  await addClient(service)
  return { query: { request_uri: '' } }
}

export const preparations: Partial<Record<keyof typeof openidApi.routes, Prepare>> = {
  authorize: withClient,
  authorizePost: async (service) => {
    await addClient(service)
    return { body: { request_uri: '' } }
  },
}
