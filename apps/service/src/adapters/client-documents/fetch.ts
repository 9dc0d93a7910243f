import {
  type ClientDocument,
  findKeyProblem,
  type ReadDocument,
  readClientDocument,
} from '../../core/model/authorization/client-document.ts'
import type { DocumentAddress, DocumentOutcome } from '../../core/ports/client-documents.ts'
import type { Egress, IncomingResponse } from '../egress/egress.ts'
import type { FetchedDocument } from './cache.ts'

/** Its recommended maximum (draft-ietf-oauth-client-id-metadata-document §6.6); one byte more shows that there is more. */
export const mostDocumentBytes = 5_120
export const documentLimits = { totalMs: 5_000, bytes: mostDocumentBytes + 1 }

/** How long a document counts, in milliseconds: as its server says within these limits (RFC 9111 §5.2.2.1). */
const [leastMs, usualMs, mostMs] = [60_000, 300_000, 86_400_000]
/**
 * How long the same URL is not asked again after a failure. That spares its server; nothing is kept of the response, so a document
 * that was mended counts seconds later (§4.4).
 */
const failedMs = 10_000

/** `outage`: there is no response of which the client could be known. */
type Body = { value: unknown; headers: IncomingResponse['headers'] } | { problem: string } | { outage: string }

/** `open`: reaches public addresses only; `wide`: also the networks that the operator allows. */
type Routes = { open: Egress; wide: Egress }

/** Reads a document and its keys. A redirect is a failure (§4), and no other URL in it is read. */
export async function fetchDocument(
  { open, wide }: Routes,
  { url, isListed }: DocumentAddress,
): Promise<FetchedDocument> {
  const egress = isListed ? wide : open
  const received = await receive(egress, url)
  if (!('value' in received)) return { outcome: received, keptMs: failedMs }
  const read = readClientDocument(url, received.value)
  if ('problem' in read) return { outcome: read, keptMs: failedMs }
  const outcome = await addKeys(egress, read)
  return { outcome, keptMs: 'document' in outcome ? chooseAge(received.headers, read) : failedMs }
}

async function addKeys(egress: Egress, { document, jwksUri }: ReadDocument): Promise<DocumentOutcome> {
  if (jwksUri === undefined) return { document }
  const received = await receive(egress, jwksUri)
  if ('problem' in received) return { problem: `of its jwks_uri, ${received.problem}` }
  if ('outage' in received) return received
  const problem = findKeyProblem(received.value)
  if (problem !== undefined) return { problem }
  return { document: { ...document, jwks: received.value as NonNullable<ClientDocument['jwks']> } }
}

/** Keys that were replaced work no longer than those of registered clients. */
function chooseAge({ 'cache-control': control = '' }: IncomingResponse['headers'], { jwksUri }: ReadDocument): number {
  if (/\bno-(?:store|cache)\b/i.test(control)) return leastMs
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control) ?? []
  const said = seconds === undefined ? usualMs : Number(seconds) * 1_000
  return Math.min(Math.max(said, leastMs), jwksUri === undefined ? mostMs : usualMs)
}

async function receive(egress: Egress, url: string): Promise<Body> {
  try {
    const headers = { accept: 'application/json' }
    return read(await egress.call({ method: 'GET', url: new URL(url), headers }, new AbortController().signal), url)
  } catch (error) {
    return { outage: `${url}: ${(error as Error).message}`.slice(0, 300) }
  }
}

function read({ status, headers, text }: IncomingResponse, url: string): Body {
  if (status >= 500 || status === 429) return { outage: `${url} returned ${status}` }
  const problem = findResponseProblem({ status, headers, text })
  if (problem !== undefined) return { problem }
  try {
    return { value: JSON.parse(text), headers }
  } catch {
    return { problem: 'it must be JSON' }
  }
}

function findResponseProblem({ status, headers, text }: IncomingResponse): string | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (status !== 200) return 'it must be returned with status 200, without a redirect'
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return 'its type must be application/json'
  if (encoding !== 'identity') return 'it must not be compressed'
  return Buffer.byteLength(text) > mostDocumentBytes ? `it has more than ${mostDocumentBytes} bytes` : undefined
}
