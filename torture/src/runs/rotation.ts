import { randomBytes } from 'node:crypto'
import { freshSqlite, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { readKid, retireKeys, rotateKeys } from '@thumbturn/service-harness/key-sets.ts'
import { type Clock, nodeClocks, type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  readBody,
  readClaims,
  type SignedUpUser,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Engine } from '../common/installation.ts'
import type { Random } from '../common/random.ts'
import { type Findings, goesOn, type Order, randomFor } from '../run.ts'
import type { Torture } from '../torture.ts'
import { createKeyVerifier, type KeyVerifier } from './rotation/key-verifier.ts'

/** T-15. Two nodes in this process, whose clocks are controlled: a key signs only seven minutes after it was made. */
export const rotation: Torture = {
  target: 'T-15',
  summary: 'rotates the signing key while backends verify tokens with cached keys',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 60,
  plan: {},
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'publishing a key before it signs',
      plan: { hastensKeys: true },
    },
  ],
  run: ({ engine, hastensKeys = false }, order) => runRotation({ engine, hastens: hastensKeys }, order),
}

/** The options of a run. `hastens`: a control, whose new keys sign at once, before verifiers know them. */
export type RotationPlan = { engine: Engine; hastens?: boolean }

/** The clocks advance by this much at a time, and a key is rotated as soon as the one before signs. */
const stepMs = 15_000
const stepsPerRotation = 29
const signInsPerStep = 4
/** How far the clock of the second node is behind. */
const skewMs = -30_000
const verifierCount = 8

type Token = { text: string; kid: string; expires: number }
type State = {
  rounds: number
  violations: string[]
  verifications: number
  failed: number
  retired: number
  tokens: Token[]
  /** A token of each key that expires far later than the key is retired. */
  lasting: Map<string, string>
}

type Scene = { nodes: readonly [Service, Service]; clock: Clock; database: TestDatabase; user: SignedUpUser }

/**
 * Rotates the signing key under load, on two nodes whose clocks are controlled, and verifies each token with backends that cache
 * keys until it expires.
 */
export async function runRotation(plan: RotationPlan, order: Order): Promise<Findings> {
  const { scene, close } = await prepare(plan)
  const random = randomFor(order)
  const verifiers = createVerifiers(scene, random)
  const state: State = {
    rounds: 0,
    violations: [],
    verifications: 0,
    failed: 0,
    retired: 0,
    tokens: [],
    lasting: new Map(),
  }
  try {
    while (goesOn(order, state)) {
      await rotate(scene, plan.hastens ?? false)
      for (let step = 0; step < stepsPerRotation; step++) await playStep(state, scene, verifiers)
      await checkRetired(state, scene, verifiers)
      state.rounds++
      order.progress(`${state.rounds} rotations, ${state.verifications} verifications`)
    }
    const { rounds, violations, verifications, failed, retired } = state
    const figures = { rotations: rounds, verifications, failedVerifications: failed, retiredKeys: retired }
    return { rounds, violations, figures }
  } finally {
    await close()
  }
}

async function prepare({ engine }: RotationPlan) {
  const server = engine === 'postgres' ? await privatePostgres() : undefined
  const database = await (server ? server.fresh() : freshSqlite())
  const secret = randomBytes(32)
  const createClock = nodeClocks()
  const clock = createClock()
  const first = await startService({ databaseUrl: database.url, secret, clock })
  const second = await startService({ databaseUrl: database.url, secret, clock: createClock(skewMs) })
  const user = await signUpUser(first)
  return {
    scene: { nodes: [first, second], clock, database, user } satisfies Scene,
    async close() {
      await first.close()
      await second.close()
      await (server ? server.stop() : database.drop())
    },
  }
}

const createVerifiers = ({ nodes, clock }: Scene, random: Random) =>
  Array.from({ length: verifierCount }, () => createKeyVerifier(() => random.pick(nodes), clock.now))

async function rotate({ nodes: [first], database }: Scene, hastens: boolean) {
  await rotateKeys(first)
  if (hastens) await database.query('update signing_keys set created_at = created_at - 420000 where retired_at is null')
}

async function playStep(state: State, { nodes, clock, user }: Scene, verifiers: readonly KeyVerifier[]) {
  clock.advance(stepMs)
  for (const { core } of nodes) await core.applications.refresh()
  await retireKeys(nodes[0])
  const signIns = nodes.flatMap((node) => Array.from({ length: signInsPerStep / 2 }, () => signIn(node, user)))
  for (const response of await Promise.all(signIns)) {
    const { jwtAccess } = readBody<Tokens>(response)
    state.tokens.push({ text: jwtAccess, kid: readKid(jwtAccess), expires: Number(readClaims(jwtAccess).exp) * 1_000 })
  }
  state.tokens = state.tokens.filter(({ expires }) => expires > clock.now())
  const extremes = Object.values(Object.groupBy(state.tokens, ({ kid }) => kid)).flatMap((ofKey) => listEnds(ofKey!))
  for (const verifier of verifiers) await verifyAll(state, verifier, extremes)
  await verifyAtNodes(state, nodes)
}

/** The oldest and the newest. Whether a verifier knows their key decides about all between them. */
const listEnds = (tokens: readonly Token[]) => [...new Set([tokens[0]!, tokens.at(-1)!])]

async function verifyAll(state: State, verifier: KeyVerifier, tokens: readonly Token[]) {
  for (const { text } of tokens) {
    state.verifications++
    if (!(await verifier.accepts(text))) fail(state, 'a backend with cached keys rejected a token that is valid')
  }
}

async function verifyAtNodes(state: State, nodes: readonly Service[]) {
  for (const node of nodes)
    for (const { text } of listEnds(state.tokens)) {
      state.verifications++
      const { status } = await node.ask('GET', '/passkeys', { token: text })
      if (status !== 200) fail(state, `a node rejected a token that is valid: ${status}`)
    }
}

function fail(state: State, violation: string) {
  state.failed++
  if (!state.violations.includes(violation)) state.violations.push(violation)
}

/** A key that signed before the last rotations is retired: no node accepts even a token that would be valid for longer. */
async function checkRetired(state: State, { nodes, user }: Scene, verifiers: readonly KeyVerifier[]) {
  const [{ core, application }, second] = nodes
  const keys = await core.store.applications.signingKeys(application.id)
  for (const { kid, retiredAt } of keys) {
    const token = state.lasting.get(kid)
    if (retiredAt === undefined || token === undefined) continue
    const { status } = await second.ask('GET', '/passkeys', { token })
    if (status !== 401) state.violations.push(`a node accepted a token of a retired key: ${status}`)
    state.retired++
    state.lasting.delete(kid)
  }
  const retired = keys.filter(({ retiredAt }) => retiredAt !== undefined).map(({ kid }) => kid)
  for (const verifier of verifiers) await verifier.listKeys()
  await keepLasting(state, nodes, user)
  const known = (await second.ask('GET', '/.well-known/jwks.json')).text
  if (retired.some((kid) => known.includes(kid))) state.violations.push('the key set has a retired key')
}

/** Signs a token that outlives its key, which no call does. */
async function keepLasting(state: State, [{ core, application }]: Scene['nodes'], user: SignedUpUser) {
  const current = (await core.applications.findFresh(application.id))!
  const claims = await core.tokens.verify(current, state.tokens.at(-1)!.text)
  const text = await core.tokens.sign(current, { ...claims, sub: user.userId }, 86_400)
  state.lasting.set(readKid(text), text)
}
