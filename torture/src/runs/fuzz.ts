import type { ServiceScope } from '@thumbturn/contract'
import { app, deviceInfo, newDevice, newName } from '@thumbturn/service-harness/situations.ts'
import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import { api } from '../common/client.ts'
import { type Crowd, createCrowd } from '../common/crowd.ts'
import { install, type Plan } from '../common/installation.ts'
import type { UsedMemory } from '../common/nodes.ts'
import { createRandom } from '../common/random.ts'
import { prepareStage, type Stage } from '../common/stage.ts'
import { measureRise, predictRise } from '../common/trend.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { sendBroken } from './fuzz/raw-sockets.ts'
import { type Ceremony, createFuzzRequest, describeRequest, type FuzzRequest, mutateCeremony } from './fuzz/requests.ts'
import { openSurfaces, type Surfaces } from './fuzz/surfaces.ts'

/** T-6. */
export const fuzz: Torture = {
  target: 'T-6',
  summary: 'sends random requests, mutated ceremonies, and broken HTTP',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 250,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'an error for every input (a rare credential causes an exception)',
      plan: { startFile: 'rare-exceptions' },
    },
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'freeing memory (each credential leaks 8 kB)',
      plan: { startFile: 'memory-leak' },
    },
  ],
  run: (plan, order) => runFuzz(plan, order),
}

/** Requests of a round, and over how many connections they are sent. */
export const requestsPerRound = 2_000
const connections = 16
/** A response that takes longer never comes. What is too slow is judged by the target, as it depends on the machine. */
const longestMs = 120_000
/** Rounds until the memory counts: during the first 50,000 requests, code is compiled and caches fill. */
const warmUpRounds = 30
const mostGrowthMb = 50
/** The rounds of the million requests that the target is about. */
const allRounds = 500

type State = {
  rounds: number
  violations: string[]
  requests: number
  broken: number
  slowest: number[]
  statuses: Record<string, number>
  /** The memory after each round. */
  memory: UsedMemory[]
}

/** Sends random requests, mutated ceremonies, and broken HTTP, and checks that each gets a response that isn't an unexpected error. */
export async function runFuzz(plan: Plan, order: Order, perRound = requestsPerRound): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  try {
    const stage = await prepareStage(installation)
    const surfaces = await openSurfaces(installation)
    const credentials = createCredentials(stage, installation.apiKey)
    const state: State = {
      rounds: 0,
      violations: [],
      requests: 0,
      broken: 0,
      slowest: [],
      statuses: {},
      memory: [],
    }
    const begun = performance.now()
    while (goesOn(order, state)) {
      await playRound({ stage, surfaces, credentials, state, order }, perRound)
      state.memory.push(await stage.node.measureMemory())
      state.rounds++
      checkMemory(state)
      order.progress(`${state.requests} requests, ${state.memory.at(-1)?.usedMb} MB`)
    }
    await surfaces.close()
    await stage.close()
    const seconds = (performance.now() - begun) / 1_000
    return { rounds: state.rounds, violations: state.violations, figures: collectFigures(state, seconds) }
  } finally {
    await installation.close()
  }
}

const createCredentials = ({ backend, adminKey, userToken }: Stage, apiKey: string) => ({
  apiKey,
  adminKey,
  userToken,
  createServiceToken: (scope: ServiceScope) => backend.token(scope),
})

type Round = {
  stage: Stage
  surfaces: Surfaces
  credentials: ReturnType<typeof createCredentials>
  state: State
  order: Order
}

async function playRound({ stage, surfaces, credentials, state, order }: Round, perRound: number) {
  const crowd = createCrowd(stage.node.url, connections)
  const prepared = await surfaces.prepare()
  const ceremonies = [...(await recordCeremonies(crowd, stage)), ...prepared.ceremonies]
  const all = { ...credentials, ...prepared.credentials }
  const first = order.seed * 1_000_003 + state.requests
  let next = 0
  const work = async () => {
    while (next < perRound && state.violations.length === 0) {
      const seed = first + next++
      const kind = createRandom(seed ^ 0x5bd1e995).next()
      if (kind < 0.02) await checkBroken(state, stage, seed)
      else if (kind < 0.25) await check(state, crowd, mutateCeremony(createRandom(seed).pick(ceremonies), seed))
      else await check(state, crowd, createFuzzRequest(seed, all))
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  state.requests += next
  crowd.close()
  state.violations.push(...stage.node.takeComplaints())
}

/** A registration, and two sign-ins, as a browser sends them. */
async function recordCeremonies(crowd: Crowd, { visit }: Stage): Promise<Ceremony[]> {
  const post = async (path: string, body: object) =>
    JSON.parse((await crowd.send('POST', `${api}${path}`, { body }))!.body)
  const start = { app, deviceInfo, user: { username: newName() } }
  const registration = await post('/reg/init', start)
  const creationResult = newDevice().create(registration.registrationRequestOptions)
  const { device, credentialId: pick } = visit()
  const signIn = await post('/auth/init', { app, deviceInfo })
  const assertionResult = device.get(signIn.assertionOptions, { pick })
  const ceremony = (path: string, body: object): Ceremony => ({ operation: path, path: `${api}${path}`, body })
  return [
    ceremony('/reg/init', start),
    ceremony('/reg/complete', { session: registration.session, creationResult }),
    ceremony('/auth/complete', { session: signIn.session, assertionResult }),
    ceremony('/tx/complete', { session: signIn.session, assertionResult }),
    ceremony('/mfa/passkey', { session: signIn.session, assertionResult }),
  ]
}

async function check(state: State, crowd: Crowd, request: FuzzRequest) {
  const { method, path, headers, text, type } = request
  const begun = performance.now()
  const response = await inTime(
    crowd.send(method, path, { headers, text, ...(type !== undefined && { type }) })!,
  ).catch((error: Error) => error)
  const ms = performance.now() - begun
  state.slowest.push(ms)
  if (state.slowest.length > 10_000) state.slowest = state.slowest.sort((a, b) => b - a).slice(0, 100)
  const status = response instanceof Error ? 'none' : String(response.status)
  state.statuses[status] = (state.statuses[status] ?? 0) + 1
  const isWrong = response instanceof Error || (response.status >= 500 && response.status !== 503)
  const found = response instanceof Error ? response.message : `${response.status} ${response.body.slice(0, 300)}`
  if (isWrong) state.violations.push(`${found} to ${describeRequest(request)}`)
}

function inTime<Result>(response: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no response within ${longestMs} ms`)), longestMs)
  return Promise.race([response, late.promise]).finally(() => clearTimeout(timer))
}

async function checkBroken(state: State, { node }: Stage, seed: number) {
  const begun = performance.now()
  const { sent, received } = await sendBroken(Number(new URL(node.url).port), seed, longestMs)
  state.slowest.push(performance.now() - begun)
  state.broken++
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received ?? '')?.[1] ?? 0)
  const shown = JSON.stringify(sent.slice(0, 500))
  if (received === undefined) state.violations.push(`no response within ${longestMs} ms to ${shown}`)
  if (status >= 500 && status !== 503) state.violations.push(`${status} to ${shown}`)
}

const listMeasured = ({ memory }: State, which: keyof UsedMemory) =>
  memory.slice(warmUpRounds).map((measured) => measured[which])

/** A leak of objects is clear after a few rounds; memory of libraries shows only in the resident one, which varies more. */
function checkMemory(state: State) {
  const predicted = Math.round(predictRise(listMeasured(state, 'usedMb'), allRounds))
  if (predicted > mostGrowthMb)
    state.violations.push(`after ${state.requests} requests, the memory grows by ${predicted} MB in a million`)
  const grown = Math.round(measureRise(listMeasured(state, 'residentMb')))
  if (grown > mostGrowthMb)
    state.violations.push(`the resident memory has grown by ${grown} MB after ${state.requests} requests`)
}

function collectFigures(state: State, seconds: number) {
  const { requests, broken, slowest, statuses, memory } = state
  const counts = Object.fromEntries(
    Object.entries(statuses)
      .sort()
      .map(([status, count]) => [status === 'none' ? 'callsWithoutResponse' : `responses${status}`, count]),
  )
  return {
    requests,
    brokenRequests: broken,
    requestsPerSecond: Math.round(requests / seconds),
    slowestMs: Math.round(findPercentile(slowest, 1)),
    memoryGrowthMb: Math.round(measureRise(listMeasured(state, 'residentMb'))),
    usedMemoryGrowthMb: Math.round(10 * measureRise(listMeasured(state, 'usedMb'))) / 10,
    predictedGrowthMb: Math.round(predictRise(listMeasured(state, 'usedMb'), allRounds)),
    memoryMb: Math.round(memory.at(-1)?.residentMb ?? 0),
    ...counts,
  }
}
