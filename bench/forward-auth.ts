// The cost of a check that a proxy makes before each request to a protected site, with a valid cookie, in turns with a bare node:http
// server that opens a cookie of the same size and sends as many headers, and with the other programs that environment variables name.
// Run: node bench/forward-auth.ts [--rounds 7] [--seconds 4] [--concurrency 32] [--port 4490]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { findMedian, findPercentile } from '@thumbturn/testkit/statistics.ts'
import { startBare } from './forward-auth/bare.ts'
import { type Check, requireCookie } from './forward-auth/check.ts'
import { listMissingVariables, listPeers, startPeer } from './forward-auth/peers.ts'
import { startThumbturn } from './forward-auth/thumbturn.ts'
import { readUsageWithChildren } from './load/usage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '32' },
    port: { type: 'string', default: '4490' },
  },
})
const [port, concurrency, seconds] = [Number(values.port), Number(values.concurrency), Number(values.seconds)]

/**
 * One round: each connection sends its next request when it has the response. They are opened for it, as some programs respond to a
 * connection that sends nothing for some seconds.
 */
async function measure({ port, pid, path, content, status: expected }: Check) {
  const connections = Array.from({ length: concurrency }, () => new RawConnection(port))
  const readSeconds = () => readUsageWithChildren([pid]).cpuSeconds
  const [before, times, begun] = [readSeconds(), [] as number[], performance.now()]
  const work = async (connection: RawConnection) => {
    while (performance.now() < begun + seconds * 1000) {
      const sent = performance.now()
      const { status, body } = await connection.send('GET', path, content)
      if (status !== expected) throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(connections.map(work))
  for (const connection of connections) connection.close()
  return {
    perSecond: times.length / ((performance.now() - begun) / 1000),
    cpuMicroseconds: ((readSeconds() - before) / times.length) * 1e6,
    p50: findPercentile(times, 0.5),
    p99: findPercentile(times, 0.99),
  }
}

/** Resolves with all that is measured. */
async function startAll(folder: string): Promise<Check[]> {
  const service = await startThumbturn({ port, folder, env: {} })
  const site = await service.openSite()
  await requireCookie(site)
  const checks = [site, await startBare(port + 1, site)]
  for (const [index, peer] of listPeers().entries()) {
    const check = await startPeer(peer, { port: port + 2 + index, folder, env: {} }, service)
    await requireCookie(check)
    checks.push(check)
  }
  return checks
}

async function report(targets: readonly Check[]): Promise<void> {
  for (const target of targets) await measure(target)
  const rounds = targets.map((target) => ({ target, measured: [] as Awaited<ReturnType<typeof measure>>[] }))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { target, measured } of rounds) measured.push(await measure(target))
  for (const { target, measured } of rounds) {
    const { name, version } = target
    const median = (figure: keyof (typeof measured)[number]) => findMedian(measured.map((one) => one[figure]))
    const [perSecond, cpuMicroseconds] = [Math.round(median('perSecond')), median('cpuMicroseconds')]
    const perCore = Math.round(1e6 / cpuMicroseconds)
    const times = {
      cpuMicroseconds: Math.round(cpuMicroseconds),
      p50: median('p50').toFixed(2),
      p99: median('p99').toFixed(2),
    }
    console.log(JSON.stringify({ name, version, perSecond, perCore, ...times }))
  }
}

const missing = listMissingVariables()
if (missing.length > 0) console.error(`Not measured, because they name no program: ${missing.join(', ')}`)
const folder = mkdtempSync(join(tmpdir(), 'bench-forward-auth-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
try {
  await report(await startAll(folder))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
// Ends the programs, too.
process.exit()
