import { once } from 'node:events'
import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { TLSSocket } from 'node:tls'
import type { Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import { type Egress, openEgress } from '../egress/egress.ts'
import { within } from '../egress/within.ts'
import type { DestinationContext, Opened } from './opening.ts'
import { delivered, describeFailure } from './outcomes.ts'
import { toFrame } from './syslog-message.ts'

// Of a batch, so that a receiver that reads slowly is left in the end.
const usualMs = 30_000

/**
 * Syslog over TLS (RFC 5425). The protocol has no acknowledgment, so every batch has a connection of its own: it counts as
 * delivered once the receiver has closed that connection in response to our close_notify (§4.4), and therefore read it to the
 * end. A connection that breaks or ends earlier is a failure, and the whole batch is sent again.
 */
export function openSyslog(context: DestinationContext, connector: Opened<'syslog'>, totalMs = usualMs): Destination {
  const { target, secrets } = connector
  const { certificateAuthority } = target
  const { clientCertificate, clientKey } = secrets
  let egress: Egress | undefined
  return {
    async send(batch, signal) {
      try {
        egress ??= openEgress({ networks: context.networks, certificateAuthority, clientCertificate, clientKey })
        const socket = await egress.connect(target, signal)
        const frames = toFrames(batch, connector)
        await within(totalMs, signal, (limited) => writeAll(addAbortSignal(limited, socket), frames))
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

function* toFrames(batch: readonly OutgoingEvent[], connector: Opened<'syslog'>) {
  for (const one of batch) yield toFrame(one, connector)
}

/** Writes text as fast as the receiver reads it, closes the connection, and waits until the receiver has closed it too. */
async function writeAll(socket: TLSSocket, texts: Iterable<string>): Promise<void> {
  const closed = finished(socket)
  let isEarly = false
  socket.once('end', () => {
    isEarly = !socket.writableEnded || socket.writableLength > 0
  })
  socket.resume()
  for (const text of texts) if (!socket.write(text)) await Promise.race([once(socket, 'drain'), closed])
  socket.end()
  await closed
  if (isEarly) throw Object.assign(new Error('the receiver closed the connection'), { code: 'ECONNRESET' })
}
