import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client'

/** Creates metrics of one registry. Their names start with `thumbturn_`, except for those of the process and of Node. */
export function createRegistry() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    counter: <Label extends string>(given: CounterConfiguration<Label>) => new Counter({ ...given, registers }),
    gauge: <Label extends string>(given: GaugeConfiguration<Label>) => new Gauge({ ...given, registers }),
    histogram: <Label extends string>(given: HistogramConfiguration<Label>) => new Histogram({ ...given, registers }),
  }
}

export type MetricRegistry = ReturnType<typeof createRegistry>
