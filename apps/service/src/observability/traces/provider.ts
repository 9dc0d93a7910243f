import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger } from 'fastify'

const silenceMs = 60_000

/** The trace ID of the next span that has no parent, if it must have a certain one. */
export type NextTraceId = { value: string | undefined }

/**
 * Reads the `OTEL_…` variables. The queue is bounded (`OTEL_BSP_MAX_QUEUE_SIZE`, 2,048 spans by default): while the
 * collector does not respond, further spans are dropped.
 */
export function createProvider(version: string, next: NextTraceId): BasicTracerProvider {
  const own = resourceFromAttributes({ 'service.name': 'thumbturn', 'service.version': version })
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
  const random = new RandomIdGenerator()
  return new BasicTracerProvider({
    resource,
    idGenerator: {
      generateTraceId: () => next.value ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
}

/** Reports failed exports to the log, once a minute at most. */
export function logProblems(log: FastifyBaseLogger, monotonic: () => number): void {
  let lastAt = Number.NEGATIVE_INFINITY
  const report = (problem: string) => {
    if (monotonic() - lastAt < silenceMs) return
    lastAt = monotonic()
    log.warn({ problem: problem.slice(0, 300) }, 'Traces could not be exported')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
