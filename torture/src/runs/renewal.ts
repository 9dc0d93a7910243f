import { addSite, createHost, untilSiteIsKnown } from '@thumbturn/service-harness/sites.ts'
import { install, type Plan } from '../common/installation.ts'
import { createRemote } from '../common/remote.ts'
import { createSharedStore, idleSeconds, startWebApp } from '../common/web-app.ts'
import { type Findings, goesOn, type Order, randomFor } from '../run.ts'
import type { Torture } from '../torture.ts'
import { runContest } from './renewal/contest.ts'
import { type Arena, contests } from './renewal/contests.ts'
import { prepareScene } from './revocation.ts'

/** T-9b. */
export const renewal: Torture = {
  target: 'T-9b',
  summary: 'ends sessions while parallel requests renew them',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 250,
  plan: {},
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'reading sessions again for each request (results are kept for five seconds)',
      plan: { startFile: 'stale-reads' },
    },
  ],
  run: (plan, order) => runRenewal(plan, order),
}

/** Ends a session of each kind in each round, while parallel requests use and renew it. */
export async function runRenewal(plan: Plan, order: Order): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  const pilot = await installation.openPilot()
  const clock = { aheadMs: 0 }
  const options = { apiKey: installation.apiKey, ended: createSharedStore(), now: () => Date.now() + clock.aheadMs }
  const apps = await Promise.all(installation.nodes.map(({ url }) => startWebApp({ node: url, ...options })))
  try {
    const nodes = installation.nodes.map((node) => createRemote(node, pilot, installation))
    const scene = await prepareScene(pilot, nodes, installation.apiKey)
    const site = await addSite(scene.first, { host: createHost() })
    for (const node of nodes) await untilSiteIsKnown(node, site)
    const becomeDue = () => {
      clock.aheadMs += idleSeconds * 50
    }
    const arena: Arena = { ...scene, apps: [apps[0]!, apps[1]!], site, becomeDue }
    const random = randomFor(order)
    const state = { rounds: 0, violations: [] as string[] }
    const figures = { ends: 0, requests: 0, afterTheEnd: 0, leftovers: 0 }
    while (goesOn(order, state)) {
      clock.aheadMs = 0
      for (const [kind, open] of Object.entries(contests)) {
        const { counts, violations } = await runContest(await open(arena), random)
        state.violations.push(...violations.map((violation) => `${kind}: ${violation}`))
        figures.ends++
        for (const name of ['requests', 'afterTheEnd', 'leftovers'] as const) figures[name] += counts[name]
      }
      state.violations.push(...installation.nodes.flatMap((node) => node.takeComplaints()))
      state.rounds++
      order.progress(`${figures.ends} ends of ${Object.keys(contests).length} kinds`)
    }
    return { ...state, figures: { roundsOfEach: state.rounds, kinds: Object.keys(contests).length, ...figures } }
  } finally {
    for (const app of apps) app.close()
    await pilot.close()
    await installation.close()
  }
}
