import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { callOnce, type RequestContent, type Tally } from '../../common/arrivals.ts'
import { api } from '../../common/client.ts'
import type { Crowd } from '../../common/crowd.ts'
import type { Stage } from '../../common/stage.ts'

/** Calls that must not delay sign-ins. */
export type Attackers = {
  /** One password or one report. */
  attackOnce(tally: Tally): Promise<void>
  /** As many passwords at a time as there are connections. */
  floodPasswords(tally: Tally, isOver: () => boolean): Promise<void>
  /** Opens connections that send nothing, and some whose bodies arrive a byte per second. */
  holdSockets(sockets: { idleSockets: number; slowBodies: number }): Promise<{ close(): void }>
}

const passwordsAtOnce = 64

export function createAttackers({ node, backend, adminKey }: Stage, crowd: Crowd): Attackers {
  const createPassword = (): RequestContent => ({
    path: '/authenticate/password',
    body: { client_id: backend.client_id, username: 'ada', password: 'correct horse battery' },
    headers: `authorization: ${backend.token('auth.login')}\r\n`,
  })
  const report: RequestContent = {
    method: 'GET',
    path: '/admin/v1/applications/demo/analytics/summary',
    headers: `authorization: ${adminKey}\r\n`,
  }
  let attacks = 0
  const port = Number(new URL(node.url).port)
  return {
    attackOnce: (tally) => callOnce(crowd, tally, attacks++ % 2 === 0 ? report : createPassword()),
    async floodPasswords(tally, isOver) {
      const flood = async () => {
        while (!isOver()) {
          await callOnce(crowd, tally, createPassword())
          await pause(10)
        }
      }
      await Promise.all(Array.from({ length: passwordsAtOnce }, flood))
    },
    async holdSockets({ idleSockets, slowBodies }) {
      const sockets = await Promise.all(Array.from({ length: idleSockets + slowBodies }, () => open(port)))
      const slow = sockets.slice(0, slowBodies)
      for (const socket of slow) socket.write(slowHead)
      const sending = setInterval(() => slow.forEach((socket) => void socket.write(' ')), 1_000)
      return {
        close() {
          clearInterval(sending)
          for (const socket of sockets) socket.destroy()
        },
      }
    },
  }
}

const slowHead = `POST ${api}/auth/complete HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
    socket.on('error', () => {}).resume()
  })
