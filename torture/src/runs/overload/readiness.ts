import { setTimeout as pause } from 'node:timers/promises'

/** One call of /ready; the status is 0 if there was no response in time. */
export type Probe = { status: number; ms: number }

/** Calls /ready four times a second, as a load balancer would, until `stop`, which returns every outcome, at least one. */
export function watchReadiness(url: string): { stop(): Promise<Probe[]> } {
  const probes: Probe[] = []
  let isStopped = false
  const watch = async () => {
    do {
      probes.push(await probe(url))
      if (!isStopped) await pause(250)
    } while (!isStopped)
  }
  const watching = watch()
  return {
    async stop() {
      isStopped = true
      await watching
      return probes
    },
  }
}

/** Longer than a load balancer would wait. */
const longestMs = 3_000

async function probe(url: string): Promise<Probe> {
  const begun = performance.now()
  const status = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(longestMs) }).then(
    async (response) => {
      await response.text()
      return response.status
    },
    () => 0,
  )
  return { status, ms: performance.now() - begun }
}

/** A node whose database can be written must say so, except for one of twenty times: proxies allow for two in a row. */
export function findUnreadiness(probes: readonly Probe[], when: string): string[] {
  const wrong = probes.filter(({ status }) => status !== 200)
  return wrong.length <= probes.length / 20
    ? []
    : [`/ready was ${wrong[0]!.status} ${when}, ${wrong.length} of ${probes.length} times`]
}
