import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AwsV4Signer } from 'aws4fetch'
import type { DeliveryResult, Destination, OutgoingEvent } from '../../core/ports/destinations.ts'
import { type Egress, type IncomingResponse, type OutgoingCall, openEgress } from '../egress/egress.ts'
import type { DestinationContext, OpenConnector } from './opening.ts'
import { delivered, describeFailure, describeStatus, fail, judgeStatus, readRetryAfter } from './outcomes.ts'
import { type ArchiveObject, toArchiveObjects } from './s3-objects.ts'

const compress = promisify(gzip)

/**
 * An archive in S3-compatible storage: an object of compressed JSON Lines for each batch and hour. A batch that is sent
 * again has the same keys and bytes, so it replaces itself.
 */
export function openS3(context: DestinationContext, connector: OpenConnector<'s3'>): Destination {
  const { certificateAuthority } = connector.target
  let egress: Egress | undefined
  return {
    async send(batch, signal) {
      try {
        egress ??= openEgress({ networks: context.networks, certificateAuthority })
        return await putAll(batch, { egress, signal, connector, now: context.now })
      } catch (error) {
        return describeFailure(error)
      }
    },
    async close() {
      egress?.close()
    },
  }
}

type Sending = { egress: Egress; signal: AbortSignal; connector: OpenConnector<'s3'>; now: () => number }

// Events that waited for a quiet application's storage can be of a thousand hours.
const mostParallel = 8

async function putAll(batch: readonly OutgoingEvent[], sending: Sending): Promise<DeliveryResult> {
  const objects = toArchiveObjects(batch, sending.connector)
  while (objects.length > 0) {
    const results = await Promise.all(objects.splice(0, mostParallel).map((object) => put(object, sending)))
    const failure = results.find(({ status }) => status === 'failed')
    if (failure) return failure
  }
  return delivered
}

async function put(object: ArchiveObject, { egress, signal, connector, now }: Sending): Promise<DeliveryResult> {
  const call = await composePut(object, connector, now())
  return judgePut(await egress.call(call, signal), now())
}

async function composePut(
  { key, text }: ArchiveObject,
  { target, secrets }: OpenConnector<'s3'>,
  at: number,
): Promise<OutgoingCall> {
  const body = await compress(text)
  const sha256 = createHash('sha256').update(body).digest()
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: toObjectUrl(key, target).href,
    headers: {
      'content-type': 'application/gzip',
      'x-amz-content-sha256': sha256.toString('hex'),
      'x-amz-checksum-sha256': sha256.toString('base64'),
    },
    accessKeyId: secrets.accessKeyId ?? '',
    secretAccessKey: secrets.secretAccessKey ?? '',
    service: 's3',
    region: target.region,
    datetime: new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
  })
  const { url, headers } = await signer.sign()
  return { method: 'PUT', url, headers: Object.fromEntries(headers), body }
}

/** The bucket stands in the host, as S3 prefers, or in the path, which most other services need. */
export function toObjectUrl(key: string, { endpoint, bucket, forcePathStyle }: OpenConnector<'s3'>['target']): URL {
  const url = new URL(endpoint)
  const path = `${url.pathname.replace(/\/+$/, '')}/${forcePathStyle ? `${bucket}/` : ''}${key}`
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = path
  return url
}

/** A clock or a connection that was wrong for a moment, as opposed to a setting. */
const temporaryCodes = new Set(['RequestTimeout', 'IncompleteBody', 'BadDigest', 'OperationAborted', 'SlowDown'])

/** Storage rejects no event for what it contains: 400 and 409 are about the request, such as another region. */
function judgePut(response: IncomingResponse, now: number): DeliveryResult {
  const { status, text } = response
  const code = /<Code>(\w{1,80})<\/Code>/.exec(text)?.[1]
  const result = judgeStatus(response, now, code)
  if (result.status === 'delivered' || (result.kind === 'temporary' && code === undefined)) return result
  const kind = classifyCode(code, result.kind)
  return fail(kind, describeStatus(status, code), readRetryAfter(response, now))
}

function classifyCode(code: string | undefined, kind: 'temporary' | 'setup' | 'rejected') {
  if (code !== undefined && temporaryCodes.has(code)) return 'temporary'
  if (code === 'EntityTooLarge') return 'rejected'
  return kind === 'rejected' ? 'setup' : kind
}
