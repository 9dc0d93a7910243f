import type { Service } from '@thumbturn/service-harness/service.ts'
import { addSite, createHost, untilSiteIsKnown } from '@thumbturn/service-harness/sites.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import type { Random } from '../common/random.ts'
import { createRemote } from '../common/remote.ts'
import { createSharedStore, idleSeconds, startWebApp, type WebApp } from '../common/web-app.ts'
import { type Findings, goesOn, type Order, randomFor } from '../run.ts'
import type { Torture } from '../torture.ts'
import type { Arena } from './renewal/arena.ts'
import { runContest } from './renewal/contest.ts'
import { contests } from './renewal/contests.ts'
import { prepareScene } from './revocation.ts'

/** T-9b. */
export const renewal: Torture = {
  target: 'T-9b',
  summary: 'ends sessions while parallel requests renew them',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 125,
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

const allKinds = Object.keys(contests)

/** Ends a session of each kind in each round, while parallel requests use and renew it. */
export async function runRenewal(plan: Plan, order: Order, kinds: readonly string[] = allKinds): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  const pilot = await installation.openPilot()
  const clock = { aheadMs: 0 }
  const apps = await startApps(installation, clock)
  try {
    const arena = await openArena(installation, pilot, { apps, clock })
    const round = { arena, kinds, random: randomFor(order), violations: [] as string[], figures: createFigures() }
    const state = { rounds: 0, violations: round.violations }
    while (goesOn(order, state)) {
      clock.aheadMs = 0
      await playRound(round)
      state.violations.push(...installation.nodes.flatMap((node) => node.takeComplaints()))
      state.rounds++
      order.progress(`${round.figures.ends} ends of ${kinds.length} kinds`)
    }
    return { ...state, figures: { roundsOfEach: state.rounds, kinds: kinds.length, ...round.figures } }
  } finally {
    for (const app of apps) app.close()
    await pilot.close()
    await installation.close()
  }
}

const createFigures = () => ({ ends: 0, requests: 0, afterTheEnd: 0, leftovers: 0 })

type AppClock = { aheadMs: number }

/** An instance of the web application for each node; both share what ended, and a clock. */
async function startApps({ nodes, apiKey }: Installation, clock: AppClock): Promise<readonly [WebApp, WebApp]> {
  const options = { apiKey, ended: createSharedStore(), now: () => Date.now() + clock.aheadMs }
  const [first, second] = await Promise.all(nodes.map(({ url }) => startWebApp({ node: url, ...options })))
  return [first!, second!]
}

type Apps = { apps: readonly [WebApp, WebApp]; clock: AppClock }

async function openArena(installation: Installation, pilot: Service, { apps, clock }: Apps): Promise<Arena> {
  const nodes = installation.nodes.map((node) => createRemote(node, pilot, installation))
  const scene = await prepareScene(pilot, nodes, installation.apiKey)
  const site = await addSite(scene.first, { host: createHost() })
  for (const node of nodes) await untilSiteIsKnown(node, site)
  const becomeDue = () => {
    clock.aheadMs += idleSeconds * 50
  }
  return { ...scene, apps, site, becomeDue }
}

type Round = {
  arena: Arena
  kinds: readonly string[]
  random: Random
  violations: string[]
  figures: ReturnType<typeof createFigures>
}

async function playRound({ arena, kinds, random, violations, figures }: Round): Promise<void> {
  for (const kind of kinds) {
    const { counts, ...found } = await runContest(await contests[kind]!(arena), random)
    violations.push(...found.violations.map((violation) => `${kind}: ${violation}`))
    figures.ends++
    for (const name of ['requests', 'afterTheEnd', 'leftovers'] as const) figures[name] += counts[name]
  }
}
