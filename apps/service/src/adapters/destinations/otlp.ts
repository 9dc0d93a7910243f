import type { DeliveryResult, Destination } from '../../core/ports/destinations.ts'
import type { IncomingResponse } from '../egress/egress.ts'
import { appendPath, createHttpDestination, toCompressedJson } from './http-destination.ts'
import type { DestinationContext, OpenConnector } from './opening.ts'
import { toExportRequest } from './otlp-records.ts'
import { delivered, fail, judgeStatus, toShortText } from './outcomes.ts'

/** Headers of the connection, which a secret must not replace. */
const ownHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'host',
  'content-type',
  'content-encoding',
])

/** OpenTelemetry logs in JSON (OTLP/HTTP), compressed. */
export function openOtlp(
  { networks, now }: DestinationContext,
  { appId, origin, target, secrets }: OpenConnector<'otlp'>,
): Destination {
  const url = appendPath(target.url, '/v1/logs')
  const given = (secrets.headers ?? []).filter(({ name }) => !ownHeaders.has(name.toLowerCase()))
  const extra = Object.fromEntries(given.map(({ name, value }) => [name.toLowerCase(), value]))
  const { certificateAuthority } = target
  return createHttpDestination(
    { networks, certificateAuthority },
    {
      async compose(batch) {
        const { headers, body } = await toCompressedJson(JSON.stringify(toExportRequest(batch, { appId, origin })))
        return { method: 'POST', url, headers: { ...extra, ...headers }, body }
      },
      judge: (response) => judgeExport(response, now()),
    },
  )
}

/**
 * A response of 200 can reject some records without saying which. The batch counts as rejected, so it is split until the
 * record is found; receivers recognize repeats by `log.record.uid`.
 */
function judgeExport(response: IncomingResponse, now: number): DeliveryResult {
  const { partialSuccess, message } = readExportBody(response.text)
  if (response.status !== 200) return judgeStatus(response, now, message)
  const rejected = Number(partialSuccess?.rejectedLogRecords ?? 0)
  if (!(rejected > 0)) return delivered
  const why = toShortText(partialSuccess?.errorMessage ?? '')
  return fail('rejected', `The receiver rejected ${rejected} log records${why && `: ${why}`}`)
}

type ExportBody = {
  partialSuccess?: { rejectedLogRecords?: number | string; errorMessage?: string }
  /** Of a status (google.rpc.Status) instead. */
  message?: string
}

function readExportBody(text: string): ExportBody {
  try {
    const body = JSON.parse(text) as { partialSuccess?: ExportBody['partialSuccess'] | null; message?: unknown } | null
    const { partialSuccess, message } = body ?? {}
    return { ...(partialSuccess && { partialSuccess }), ...(typeof message === 'string' && { message }) }
  } catch {
    return {}
  }
}
