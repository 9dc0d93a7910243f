import type { DeliveryFailure } from '@thumbturn/contract/vocabulary/connectors.ts'
import { toPublishedEvent } from '../../core/model/events/published-event.ts'
import type { DeliveryResult, Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import type { IncomingResponse } from '../egress/egress.ts'
import { toCimFields } from './cim.ts'
import { appendPath, createHttpDestination, toCompressedJson } from './http-destination.ts'
import type { DestinationContext, OpenConnector } from './opening.ts'
import { classifyStatus, describeStatus, fail, judgeStatus, readRetryAfter } from './outcomes.ts'

/** Splunk's HTTP Event Collector: a batch is JSON objects one after another, with native and CIM fields in `event`. */
export function openSplunk({ networks, now }: DestinationContext, connector: OpenConnector<'splunk'>): Destination {
  const { target, secrets } = connector
  const url = appendPath(target.url.replace(/\/services\/collector\/?$/, ''), '/services/collector/event')
  const authorization = `Splunk ${secrets.token ?? ''}`
  const { certificateAuthority } = target
  return createHttpDestination(
    { networks, certificateAuthority },
    {
      async compose(batch) {
        const text = batch.map((one) => JSON.stringify(toHecEvent(one, connector))).join('\n')
        const { headers, body } = await toCompressedJson(text)
        return { method: 'POST', url, headers: { ...headers, authorization }, body }
      },
      judge: (response) => judgeHec(response, now()),
    },
  )
}

function toHecEvent({ event }: OutgoingEvent, { origin, target }: OpenConnector<'splunk'>) {
  const published = toPublishedEvent(event)
  return {
    time: event.at / 1000,
    host: new URL(origin).hostname,
    source: target.source ?? 'thumbturn',
    sourcetype: target.sourcetype ?? 'thumbturn:event',
    ...(target.index !== undefined && { index: target.index }),
    event: { ...published, ...toCimFields(published) },
  }
}

/** Codes that the status alone doesn't classify, with what to do. */
const codes: Readonly<Record<number, [DeliveryFailure, string]>> = {
  1: ['setup', 'the token is disabled'],
  2: ['setup', 'a token is required'],
  3: ['setup', 'the token is invalid'],
  4: ['setup', 'the token is invalid'],
  7: ['setup', 'the token does not allow this index, or it does not exist'],
  9: ['temporary', 'the receiver is busy'],
  10: ['setup', 'turn off indexer acknowledgment for the token'],
  11: ['setup', 'turn off indexer acknowledgment for the token'],
  14: ['setup', 'the token does not allow acknowledgments'],
  21: ['setup', 'the token is invalid'],
  22: ['setup', 'the token is disabled'],
  23: ['temporary', 'the receiver is shutting down'],
}

function judgeHec(response: IncomingResponse, now: number): DeliveryResult {
  const { status, text } = response
  const { code, text: explanation = '' } = readHecBody(text)
  if (code === undefined || (status === 200 && code === 0)) return judgeStatus(response, now)
  const [kind, advice] = codes[code] ?? [classifyStatus(status), explanation]
  return fail(kind, describeStatus(status, `${advice} (code ${code})`), readRetryAfter(response, now))
}

function readHecBody(body: string): { code?: number; text?: string } {
  try {
    const { code, text } = JSON.parse(body) as { code?: unknown; text?: unknown }
    return { ...(typeof code === 'number' && { code }), ...(typeof text === 'string' && { text }) }
  } catch {
    return {}
  }
}
