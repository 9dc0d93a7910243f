import type { IncomingHttpHeaders } from 'node:http'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../../core/core.ts'
import { isOutage } from '../../core/errors.ts'
import type { RequestOutcome, RequestWatch, WatchedRequest } from '../../http/request-watch.ts'
import type { EngineObserver } from '../../storage/engine/observer.ts'
import { createProvider, logProblems, type NextTraceId } from './provider.ts'

export type TraceOptions = { version: string; database: 'sqlite' | 'postgresql'; log: FastifyBaseLogger }

/** Spans of requests, of ceremonies, and of the database. No attribute contains anything about users or callers. */
export type Traces = {
  observer: EngineObserver
  /** The same core, with spans around the verification of ceremonies. */
  watchCore<C extends Core>(core: C): C
  requests: RequestWatch
  /** Sends what is queued, for at most a second. */
  close(): Promise<void>
}

const closingMs = 1_000

export function createTraces({ version, database, log }: TraceOptions): Traces {
  const next: NextTraceId = { value: undefined }
  const provider = createProvider(version, next)
  logProblems(log, () => performance.now())
  const tracer = provider.getTracer('thumbturn', version)
  const contexts = new AsyncLocalStorageContextManager().enable()
  /** Starts a span below the active one; background work has none, and gets none. */
  const startChild = (name: string, kind: SpanKind): Span | undefined => {
    const parent = contexts.active()
    return trace.getSpan(parent) && tracer.startSpan(name, { kind }, parent)
  }
  return {
    observer: {
      async around(operation, run) {
        const span = startChild(`database ${operation}`, SpanKind.CLIENT)
        span?.setAttributes({ 'db.system.name': database, 'db.operation.name': operation })
        return endWith(span, run)
      },
    },
    watchCore: (core) => ({
      ...core,
      ceremonies: traceCeremonies(core, (name) => startChild(name, SpanKind.INTERNAL)),
    }),
    requests: traceRequests({ tracer, contexts, next }),
    async close() {
      const done = provider.shutdown().catch(() => {})
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, closingMs).unref())])
    },
  }
}

/** An error's message can contain what a caller sent, so only its kind is recorded. */
async function endWith<T>(span: Span | undefined, run: () => Promise<T> | T): Promise<T> {
  try {
    return await run()
  } catch (error) {
    span?.setAttribute('error.type', isOutage(error) ? 'outage' : (error as Error).name)
    span?.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span?.end()
  }
}

function traceCeremonies({ ceremonies }: Core, startChild: (name: string) => Span | undefined): Core['ceremonies'] {
  return {
    verifyCreation(...given) {
      const span = startChild('verify registration')
      try {
        return ceremonies.verifyCreation(...given)
      } catch (error) {
        span?.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span?.end()
      }
    },
    verifyAssertion: (...given) =>
      endWith(startChild('verify authentication'), () => ceremonies.verifyAssertion(...given)),
  }
}

type RequestTracing = {
  tracer: ReturnType<ReturnType<typeof createProvider>['getTracer']>
  contexts: AsyncLocalStorageContextManager
  next: NextTraceId
}

const propagator = new W3CTraceContextPropagator()
const headers = {
  get: (carrier: IncomingHttpHeaders, name: string) => carrier[name],
  keys: (carrier: IncomingHttpHeaders) => Object.keys(carrier),
}

/** A request without `traceparent` starts a trace under the ID that its log lines and its response have. */
function traceRequests({ tracer, contexts, next }: RequestTracing): RequestWatch {
  const spans = new WeakMap<WatchedRequest, Span>()
  return {
    begin(request, respond) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, headers)
      next.value = /^(?!0{32})[0-9a-f]{32}$/.test(request.id) ? request.id : undefined
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent)
      next.value = undefined
      spans.set(request, span)
      contexts.with(trace.setSpan(parent, span), respond)
    },
    end(request, outcome) {
      const span = spans.get(request)
      if (span) endRequest(span, request, outcome)
    },
  }
}

function endRequest(span: Span, { method }: WatchedRequest, { route, status }: RequestOutcome) {
  span.updateName(route === undefined ? method : `${method} ${route}`)
  span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status })
  if (route !== undefined) span.setAttribute('http.route', route)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
