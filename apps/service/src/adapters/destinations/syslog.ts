import { once } from 'node:events'
import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import { type Egress, openEgress } from '../egress/egress.ts'
import { within } from '../egress/within.ts'
import type { DestinationContext, OpenConnector } from './opening.ts'
import { delivered, describeFailure } from './outcomes.ts'
import { toFrame } from './syslog-message.ts'

/** Milliseconds to write a batch, and then for the receiver to close the connection. */
type SyslogLimits = { writeMs: number; closeMs: number }

const usualLimits: SyslogLimits = { writeMs: 30_000, closeMs: 10_000 }

// The handshake takes two round trips or more, and the receiver a moment to check our certificate.
const leastSettleMs = 50

/**
 * Syslog over TLS (RFC 5425). The protocol has no acknowledgment, so every batch has a connection of its own: it counts as
 * delivered once the receiver has closed that connection in response to our close_notify (§4.4), and therefore read it to the
 * end. A connection that breaks or ends earlier is a failure, and the whole batch is sent again.
 */
export function openSyslog(
  { networks }: DestinationContext,
  connector: OpenConnector<'syslog'>,
  limits = usualLimits,
): Destination {
  const { target, secrets } = connector
  const { certificateAuthority } = target
  const { clientCertificate, clientKey } = secrets
  let egress: Egress | undefined
  return {
    async send(batch, signal) {
      try {
        egress ??= openEgress({ networks, certificateAuthority, clientCertificate, clientKey })
        const startedAt = performance.now()
        const socket = await egress.connect(target, signal)
        const settleMs = Math.max(leastSettleMs, performance.now() - startedAt)
        await sendFrames(socket, toFrames(batch, connector), { signal, settleMs, limits })
        return delivered
      } catch (error) {
        return describeFailure(error)
      }
    },
    async close() {
      egress?.close()
    },
  }
}

function* toFrames(batch: readonly OutgoingEvent[], connector: OpenConnector<'syslog'>) {
  for (const one of batch) yield toFrame(one, connector)
}

type Sending = { signal: AbortSignal; settleMs: number; limits: SyslogLimits }

/** Writes a batch, closes the connection, and waits until the receiver has closed it too. */
async function sendFrames(socket: TLSSocket, frames: Iterable<string>, { signal, settleMs, limits }: Sending) {
  const closed = finished(socket)
  try {
    await within(limits.writeMs, signal, (limited) => {
      addAbortSignal(limited, socket)
      return writeAll(socket, frames, { closed, settleMs })
    })
    socket.end()
    await within(limits.closeMs, signal, (limited) => {
      addAbortSignal(limited, socket)
      return closed
    }).catch(explainUnconfirmed)
  } finally {
    socket.destroy()
  }
}

/**
 * Writes text as fast as the receiver reads it. `settleMs` is longer than a message takes to the receiver and back: a
 * connection that the receiver had already closed, for instance because it rejects our certificate, breaks within that time.
 */
async function writeAll(
  socket: TLSSocket,
  texts: Iterable<string>,
  { closed, settleMs }: { closed: Promise<void>; settleMs: number },
): Promise<void> {
  const unlessClosed = async (step: Promise<unknown>) => {
    await Promise.race([step, closed])
    if (socket.readableEnded) throw Object.assign(new Error('closed too early'), { code: 'ECONNRESET' })
  }
  socket.resume()
  for (const text of texts) if (!socket.write(text)) await unlessClosed(once(socket, 'drain'))
  await unlessClosed(pause(settleMs))
}

function explainUnconfirmed(error: NodeJS.ErrnoException): never {
  throw error.code === 'ETIMEDOUT' ? Object.assign(error, { code: 'EUNCONFIRMED' }) : error
}
