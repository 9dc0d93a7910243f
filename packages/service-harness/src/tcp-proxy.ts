import { connect, createServer, type Socket } from 'node:net'

/** A proxy on its own port whose connections a test can break in the ways that networks do. */
export type TcpProxy = {
  port: number
  /** Keeps all connections and forwards nothing, as if the network were down. */
  silence(): void
  /** Closes all connections and rejects new ones. */
  cut(): void
  /** Forwards again, including what arrived in the meantime. */
  restore(): void
  close(): Promise<void>
}

export async function tcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
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
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('data', (bytes) => to.write(bytes)).on('close', () => to.destroy())
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
    restore() {
      state = 'open'
      for (const socket of sockets) socket.resume()
    },
    async close() {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
