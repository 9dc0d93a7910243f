import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A span as OTLP/HTTP sends it in JSON (opentelemetry-proto, trace.proto); `resource` has the attributes around it. */
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Readonly<Record<string, unknown>>
  status: { code?: number }
  resource: Readonly<Record<string, unknown>>
}

type Attribute = { key: string; value: Record<string, unknown> }
type WireSpan = Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes?: Attribute[] }
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[] }

/** An OpenTelemetry collector that keeps what it receives; while it hangs, it responds to nothing. */
export async function startCollector(t: TestContext, { hangs = false } = {}) {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const waiting: ServerResponse[] = []
  const state = { hangs }
  const accept = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    texts.push(text)
    spans.push(...readSpans(JSON.parse(text) as Export))
    return state.hangs ? waiting.push(response) : accept(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    /** Responds to all exports from now on, and to those that wait. */
    recover() {
      state.hangs = false
      for (const response of waiting.splice(0)) accept(response)
    },
  }
}

const readSpans = ({ resourceSpans }: Export): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: toRecord(span.attributes),
        resource: toRecord(resource.attributes),
      })),
    ),
  )

const toRecord = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
