import { RawConnection, type RawResponse } from '@thumbturn/service-harness/raw-http.ts'

/** Connections of users who call one node at their own pace, each on a connection of their own. */
export type Crowd = {
  /** Undefined if all connections are in use; an error if the node closes the connection without a response. */
  send: (method: string, path: string, content?: Content) => Promise<RawResponse> | undefined
  /** Opens all connections, as proxies and browsers have them open before a surge. */
  gather(): Promise<void>
  close(): void
}

const openedAtOnce = 200

export type Content = Parameters<RawConnection['send']>[2]

/** Opens connections as they are needed, at most so many. */
export function createCrowd(url: string, mostConnections: number): Crowd {
  const port = Number(new URL(url).port)
  const idle: RawConnection[] = []
  const all = new Set<RawConnection>()
  const open = () => {
    const connection = new RawConnection(port)
    all.add(connection)
    return connection
  }
  const drop = (connection: RawConnection) => {
    all.delete(connection)
    connection.close()
  }
  return {
    send(method, path, content) {
      const connection = idle.pop() ?? (all.size < mostConnections ? open() : undefined)
      if (!connection) return undefined
      return connection.send(method, path, content).then(
        (response) => {
          if (/\r\nconnection: *close/i.test(response.head)) drop(connection)
          else idle.push(connection)
          return response
        },
        (error: unknown) => {
          drop(connection)
          throw error
        },
      )
    },
    async gather() {
      while (all.size < mostConnections) {
        const opened = Array.from({ length: Math.min(openedAtOnce, mostConnections - all.size) }, open)
        await Promise.all(opened.map((connection) => connection.send('GET', '/health')))
        idle.push(...opened)
      }
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}
