import { channel } from 'node:diagnostics_channel'
import * as original from '@thumbturn/service/http/server.ts'
import { nameRoute } from '../runs/failing-calls/faults.ts'

export * from '@thumbturn/service/http/server.ts'

type FastifyInstance = original.HttpServer

const created = channel('fastify.initialization')

/** Like the original, but an attempt knows the route of the framework that its request has. */
export const buildServer: typeof original.buildServer = async (options) => {
  const nameRoutes = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRequest', async ({ method, routeOptions }) =>
      nameRoute(`${method} ${routeOptions.url}`),
    )
  created.subscribe(nameRoutes)
  const promise = original.buildServer(options)
  created.unsubscribe(nameRoutes)
  return promise
}
