// How long a start takes, from the process to the first response: of what users install, in an empty folder, and then again in the
// same one. Run: node bench/starts.ts [--starts 15] [--port 4430] [--json] [--save]
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { killServices, startService } from './growth/service.ts'
import { machine, type Starts, saveResults } from './load/results.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '15' },
    port: { type: 'string', default: '4430' },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const [starts, port] = [Number(values.starts), Number(values.port)]
if (!Number.isInteger(starts) || starts < 1 || starts > 1_000)
  throw new Error('--starts takes a whole number from 1 to 1000')

/** A service writes down what it compiled two seconds after its start. */
const compiledAfterMs = 3_000

async function measureStarts(folder: string): Promise<Starts> {
  const [loadAverage] = loadavg() as [number]
  const environment = { DATA_DIR: folder }
  const first = await startService(environment, port)
  await pause(compiledAfterMs)
  await first.stop()
  const later = []
  for (let start = 1; start <= starts; start++) {
    const service = await startService(environment, port)
    await service.stop()
    later.push(service)
    process.stderr.write(`\rstart ${start} of ${starts}: ${service.startMs.toFixed(0)} ms `)
  }
  process.stderr.write('\n')
  const { node, cores } = machine
  return {
    circumstances: { node, cores, loadAverage, starts },
    firstMs: first.startMs,
    laterMs: findMedian(later.map(({ startMs }) => startMs)),
    laterCpuMs: findMedian(later.map(({ startCpuMs }) => startCpuMs)),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-starts-'))
function clean() {
  killServices()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clean()
    process.exit(130)
  })
try {
  const measured = await measureStarts(folder)
  const { firstMs, laterMs, laterCpuMs } = measured
  if (values.json) console.log(JSON.stringify(measured, null, 2))
  else
    console.log(
      `First response ${firstMs.toFixed(0)} ms after a start in an empty folder, then after ${laterMs.toFixed(0)} ms (${laterCpuMs.toFixed(0)} ms of processor time)`,
    )
  if (values.save) console.error(`Saved in ${saveResults({ starts: measured })}`)
} finally {
  clean()
}
