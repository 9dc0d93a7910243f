import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DeliveryResult, Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import {
  type Egress,
  type EgressOptions,
  type IncomingResponse,
  type OutgoingCall,
  openEgress,
} from '../egress/egress.ts'
import { describeFailure } from './outcomes.ts'

/** How a receiver takes a batch by HTTP. */
export type HttpProtocol = {
  compose(batch: readonly OutgoingEvent[]): OutgoingCall | Promise<OutgoingCall>
  judge(response: IncomingResponse, batch: readonly OutgoingEvent[]): DeliveryResult
}

/** A destination that sends each batch in one call. Its connections open with the first one. */
export function createHttpDestination(options: EgressOptions, { compose, judge }: HttpProtocol): Destination {
  let egress: Egress | undefined
  return {
    async send(batch, signal) {
      try {
        egress ??= openEgress(options)
        return judge(await egress.call(await compose(batch), signal), batch)
      } catch (error) {
        return describeFailure(error)
      }
    },
    async close() {
      egress?.close()
    },
  }
}

const compress = promisify(gzip)

// Smaller bodies fit into one packet anyway.
const leastCompressed = 1_400

/** A body of JSON with its headers, compressed unless it is short. */
export async function toCompressedJson(
  text: string,
): Promise<{ headers: Record<string, string>; body: Buffer | string }> {
  const headers = { 'content-type': 'application/json' }
  if (text.length < leastCompressed) return { headers, body: text }
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: await compress(text, { level: 1 }) }
}

/** A URL with a path appended, unless it ends with it. */
export function appendPath(text: string, path: string): URL {
  const url = new URL(text)
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = base.endsWith(path) ? base : `${base}${path}`
  return url
}
