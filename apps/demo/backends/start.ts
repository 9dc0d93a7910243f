import { once } from 'node:events'
import { createServer } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { ensureApplication, folder } from './application.ts'
import type { Backend } from './backend.ts'
import { addOutbox, createMailReader } from './outbox.ts'
import { addPages } from './pages.ts'

/** Shared by all backends: the URLs of the service and of each backend, and whether codes can be shown. */
export type Installation = { service: string; addresses: Readonly<Record<string, string>>; development: boolean }

/**
 * Starts one backend with its application and its page; resolves once it listens.
 * @throws Error EADDRINUSE if its port is taken · an explanation if it isn't built or its application can't be created
 */
export async function startBackend(backend: Backend, installation: Installation): Promise<FastifyInstance> {
  const { name, application } = backend
  const { service, addresses, development } = installation
  const wish = typeof application === 'function' ? application(addresses) : application
  const origin = addresses[name]!
  const { host, port } = new URL(origin)
  // Before its origin is registered: a process that already has the port must not get into the application.
  await requireFree(Number(port))
  const apiKey = wish ? await ensureApplication({ id: name, origin, wish, service }) : ''
  const around = {
    service,
    addresses,
    apiKey,
    folder,
    readMail: development && wish ? createMailReader(name) : undefined,
  }

  const server = Fastify({ forceCloseConnections: true })
  requireHost(host, server)
  rejectOtherOrigins(origin, server)
  backend.addRoutes(server, around)
  if (around.readMail) addOutbox(server, around.readMail)
  addPages(server, backend, around)
  await server.listen({ host: 'localhost', port: Number(port) })
  return server
}

async function requireFree(port: number): Promise<void> {
  const probe = createServer().listen(port, 'localhost')
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Protects the demo's emails against DNS rebinding. */
function requireHost(host: string, server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.host !== host) return reply.code(421).send({ message: `This is ${host}` })
  })
}

/** Pages on other ports of this machine are same-site, so their requests would carry these cookies. */
function rejectOtherOrigins(own: string, server: FastifyInstance): void {
  server.addHook('onRequest', async ({ method, headers: { origin } }, reply) => {
    const changesNothing = method === 'GET' || method === 'HEAD'
    if (changesNothing || origin === undefined || origin === own) return
    return reply.code(403).send({ code: 'other_origin', message: `Only pages of ${own} may do that` })
  })
}
