import { app, deviceInfo, newDevice, newName } from '@thumbturn/service-harness/situations.ts'
import { findPercentile } from './arrivals.ts'
import { api } from './client.ts'
import { type Crowd, createCrowd } from './crowd.ts'
import {
  type Ceremony,
  type Credentials,
  createFuzzRequest,
  describeRequest,
  type FuzzRequest,
  mutateCeremony,
} from './fuzz-requests.ts'
import { install, type Plan } from './installation.ts'
import { readMemory } from './memory.ts'
import { createRandom } from './random.ts'
import { sendBroken } from './raw-sockets.ts'
import { type Findings, goesOn, type Order } from './run.ts'
import { prepareStage, type Stage } from './stage.ts'

/** Requests of a round, which are sent over so many connections. */
export const requestsPerRound = 2_000
const connections = 16
/** A response that takes longer is a hang. */
const longestMs = 2_000
/** Rounds until the memory counts: until then, code is compiled and caches fill. */
const warmUpRounds = 10
const mostGrowthMb = 50

type State = {
  rounds: number
  violations: string[]
  requests: number
  broken: number
  slowest: number[]
  statuses: Record<string, number>
  /** The resident memory after each round, in MB. */
  memory: number[]
}

/** Sends random requests, mutated ceremonies, and broken HTTP, and checks that each gets a response that isn't an unexpected error. */
export async function runFuzz(plan: Plan, order: Order, perRound = requestsPerRound): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  try {
    const stage = await prepareStage(installation)
    const credentials = createCredentials(stage, installation.apiKey)
    const state: State = {
      ...{ rounds: 0, violations: [], requests: 0, broken: 0, slowest: [], statuses: {}, memory: [] },
    }
    const begun = performance.now()
    while (goesOn(order, state)) {
      await playRound({ stage, credentials, state, order }, perRound)
      state.memory.push(readMemory(stage.node.pid()).nowMb)
      state.rounds++
      checkMemory(state)
      order.progress(`${state.requests} requests, ${state.memory.at(-1)} MB`)
    }
    await stage.close()
    const seconds = (performance.now() - begun) / 1_000
    return { rounds: state.rounds, violations: state.violations, figures: collectFigures(state, seconds) }
  } finally {
    await installation.close()
  }
}

const createCredentials = ({ backend, adminKey, userToken }: Stage, apiKey: string): Credentials => ({
  ...{ apiKey, adminKey, userToken },
  createServiceToken: (scope) => backend.token(scope),
})

type Round = { stage: Stage; credentials: Credentials; state: State; order: Order }

async function playRound({ stage, credentials, state, order }: Round, perRound: number) {
  const crowd = createCrowd(stage.node.url, connections)
  const ceremonies = await recordCeremonies(crowd, stage)
  const first = order.seed * 1_000_003 + state.requests
  let next = 0
  const work = async () => {
    while (next < perRound && state.violations.length === 0) {
      const seed = first + next++
      const kind = createRandom(seed ^ 0x5bd1e995).next()
      if (kind < 0.02) await checkBroken(state, stage, seed)
      else if (kind < 0.25) await check(state, crowd, mutateCeremony(createRandom(seed).pick(ceremonies), seed))
      else await check(state, crowd, createFuzzRequest(seed, credentials))
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
  const { method, path, headers, text } = request
  const begun = performance.now()
  const response = await crowd.send(method, path, { headers, text })!.catch((error: Error) => error)
  const ms = performance.now() - begun
  state.slowest.push(ms)
  if (state.slowest.length > 10_000) state.slowest = state.slowest.sort((a, b) => b - a).slice(0, 100)
  const status = response instanceof Error ? 'none' : String(response.status)
  state.statuses[status] = (state.statuses[status] ?? 0) + 1
  const isWrong = response instanceof Error || (response.status >= 500 && response.status !== 503)
  const found = response instanceof Error ? response.message : `${response.status} ${response.body.slice(0, 300)}`
  if (isWrong) state.violations.push(`${found} to ${describeRequest(request)}`)
  else if (ms > longestMs) state.violations.push(`${Math.round(ms)} ms for ${describeRequest(request)}`)
}

async function checkBroken(state: State, { node }: Stage, seed: number) {
  const { sent, received } = await sendBroken(Number(new URL(node.url).port), seed)
  state.broken++
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received ?? '')?.[1] ?? 0)
  const shown = JSON.stringify(sent.slice(0, 500))
  if (received === undefined) state.violations.push(`no response within ${longestMs} ms to ${shown}`)
  if (status >= 500 && status !== 503) state.violations.push(`${status} to ${shown}`)
}

/** What the memory has grown by, as the difference of the lowest values of the first and of the last rounds. */
function measureGrowth({ memory }: State): number {
  const counted = memory.slice(warmUpRounds)
  const part = Math.ceil(counted.length / 4)
  return counted.length < 4 ? 0 : Math.max(0, Math.min(...counted.slice(-part)) - Math.min(...counted.slice(0, part)))
}

function checkMemory(state: State) {
  const growth = measureGrowth(state)
  if (growth > mostGrowthMb)
    state.violations.push(`the memory has grown by ${growth} MB after ${state.requests} requests`)
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
    memoryGrowthMb: measureGrowth(state),
    memoryMb: memory.at(-1) ?? 0,
    ...counts,
  }
}
