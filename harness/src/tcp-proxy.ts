import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy on its own port whose connections a test can break in the ways that networks do. */
export type TcpProxy = {
  port: number
  /** Keeps all connections and forwards nothing, as if the network were down. */
  silence(): void
  /** Closes all connections and rejects new ones. */
  cut(): void
  /** Forwards each piece of data to the server after a delay in milliseconds, as if it took so long to respond. */
  delay(ms: number): void
  /** Forwards again, including what arrived in the meantime. */
  restore(): void
  /** Sends later connections to another port. */
  redirect(port: number): void
  close(): Promise<void>
}

/** Writes in the order of its calls, each piece after its delay and after those before it. */
function createLateWriter(to: Socket) {
  let waiting = 0
  let last = Promise.resolve()
  return (bytes: string | Buffer, delayMs: number) => {
    if (delayMs === 0 && waiting === 0) return void to.write(bytes)
    waiting++
    last = Promise.all([last, pause(delayMs)]).then(() => {
      waiting--
      to.write(bytes)
    })
  }
}

export async function tcpProxy(port: number): Promise<TcpProxy> {
  let target = port
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  let delayMs = 0
  const added = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (state === 'silent') socket.pause()
    return socket
  }
  const server = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const upstream = added(connect(target, '127.0.0.1'))
    added(client)
    const late = createLateWriter(upstream)
    client.on('data', (bytes) => late(bytes, delayMs))
    upstream.on('data', (bytes) => client.write(bytes))
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('close', () => to.destroy())
      if (state === 'silent') from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.pause()
    },
    cut() {
      state = 'cut'
      destroyAll()
    },
    delay(ms) {
      delayMs = ms
    },
    restore() {
      state = 'open'
      delayMs = 0
      for (const socket of sockets) socket.resume()
    },
    redirect(other) {
      target = other
    },
    async close() {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
