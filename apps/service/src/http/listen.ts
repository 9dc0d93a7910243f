import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Listenable = Pick<FastifyInstance, 'addHook' | 'listen' | 'server'>
type Place = { host: string; port: number; backlog?: number }

/**
 * Listens at every address of the host: on most machines, `localhost` is both `127.0.0.1` and `::1`. Fastify would serve
 * the second address by a server of its own, which lacks the routes, limits, and end of this one.
 */
export async function listen(server: Listenable, place: Place, resolve = resolveLocalhost): Promise<void> {
  const [host = place.host, ...others] = place.host === 'localhost' ? await listAvailable(await resolve()) : []
  const listeners: Server[] = []
  closeWith(server, listeners)
  await server.listen({ ...place, host })
  const { port } = server.server.address() as AddressInfo
  for (const other of others) listeners.push(await listenFor(server, { ...place, host: other, port }))
}

const resolveLocalhost = async () => (await lookup('localhost', { all: true })).map(({ address }) => address)

/** The addresses that this machine has, each once: a file of hosts can repeat one, and name one of IPv6 where that is off. */
async function listAvailable(addresses: readonly string[]): Promise<string[]> {
  const available: string[] = []
  for (const host of new Set(addresses)) if (await isAvailable(host)) available.push(host)
  return available
}

async function isAvailable(host: string): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port: 0 }), 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

/** Passes connections on to the server. */
async function listenFor({ server }: Listenable, place: Place): Promise<Server> {
  const pass = (socket: Socket) => void server.emit('connection', socket)
  // As Node's HTTP server accepts them.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, pass)
  await once(listener.listen(place), 'listening')
  return listener
}

/** Stops accepting connections together with the server, which then ends when the requests of all of them have their response. */
function closeWith(server: Listenable, listeners: readonly Server[]) {
  let closed: Promise<unknown> | undefined
  server.addHook('preClose', async () => {
    closed = Promise.all(listeners.map((listener) => once(listener.close(), 'close')))
  })
  server.addHook('onClose', () => closed)
}
