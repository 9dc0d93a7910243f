import { RawConnection, type RawResponse } from '@thumbturn/service-harness/raw-http.ts'

/** Connections of users who call one node at their own pace, each on a connection of their own. */
export type Crowd = {
  /** Undefined if all connections are in use; an error if the node closes the connection without a response. */
  send: (method: string, path: string, content?: Content) => Promise<RawResponse> | undefined
  /** Whether more than a tenth of the connections aren't in use: users who have begun something continue it with these. */
  hasRoom(): boolean
  /** Opens all connections, as proxies and browsers have them open before a surge. */
  gather(): Promise<void>
  close(): void
}

const openedAtOnce = 200

export type Content = Parameters<RawConnection['send']>[2]

/** How long a user waits for a response, on any machine. */
const longestWaitMs = 60_000
/** How often late responses are looked for. */
const checkedEveryMs = 100

/** Opens connections as they are needed, up to a limit. A response that takes longer than `longestMs` is an error. */
export function createCrowd(url: string, mostConnections: number, longestMs = longestWaitMs): Crowd {
  const port = Number(new URL(url).port)
  const idle: RawConnection[] = []
  const all = new Set<RawConnection>()
  // In the order in which they began to wait.
  const waiting = new Map<RawConnection, { since: number; fail(error: Error): void }>()
  const checking = setInterval(() => {
    for (const { since, fail } of waiting.values()) {
      if (performance.now() - since < longestMs) break
      fail(new Error(`no response within ${longestMs} ms`))
    }
  }, checkedEveryMs)
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
      const late = new Promise<never>((_, fail) => waiting.set(connection, { since: performance.now(), fail }))
      return Promise.race([connection.send(method, path, content), late]).then(
        (response) => {
          waiting.delete(connection)
          if (/\r\nconnection: *close/i.test(response.head)) drop(connection)
          else idle.push(connection)
          return response
        },
        (error: unknown) => {
          waiting.delete(connection)
          drop(connection)
          throw error
        },
      )
    },
    hasRoom: () => idle.length + mostConnections - all.size > mostConnections / 10,
    async gather() {
      while (all.size < mostConnections) {
        const opened = Array.from({ length: Math.min(openedAtOnce, mostConnections - all.size) }, open)
        await Promise.all(opened.map((connection) => connection.send('GET', '/health')))
        idle.push(...opened)
      }
    },
    close() {
      clearInterval(checking)
      for (const connection of all) connection.close()
    },
  }
}
