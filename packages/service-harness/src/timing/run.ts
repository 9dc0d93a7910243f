// `npm run timing`: whether response times reveal which users exist. Sends a running service every question of
// public-calls.ts about a known and an unknown user in turn, and compares the two with the Mann–Whitney test.
// Arguments: --pairs 1000 (minimum), --only <operation>. Exits with 1 if a difference is clear (p under 0.001, medians
// 50 µs apart) twice.
import { parseArgs } from 'node:util'
import { type Client, probes, type Question, strict } from '../public-calls.ts'
import { newDevice } from '../situations.ts'
import { mannWhitney, median } from './mann-whitney.ts'
import { type StartedService, startedService } from './started.ts'

const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: '1000' }, only: { type: 'string' } },
})
const pairs = Number(options.pairs)
// One in a thousand by chance alone; twice in the same direction, one in two million.
const clear = 0.001
// In microseconds. Finding a row takes slightly longer than finding none. The statistics include that, and any network
// hides it; a larger difference means extra work for one of the two.
const tolerated = 50
const userCount = 100

type Measured = { p: number; greater: number; known: number; unknown: number }

/** Usernames of equal length. */
const createName = (kind: string, at: number) => `${kind}-${String(at).padStart(8, '0')}@example.com`

/** Signs up the known users through the public API. */
async function signUp(client: Client) {
  for (let at = 0; at < userCount; at++) {
    const device = newDevice({ origin: service.origin, transports: ['hybrid', 'internal'] })
    const user = { username: createName('known', at) }
    const started = await client({ path: '/reg/init', body: { app: { id: 'demo' }, deviceInfo: {}, user } })
    const { session, registrationRequestOptions } = started.body as {
      session: string
      registrationRequestOptions: never
    }
    const creationResult = device.create(registrationRequestOptions)
    const done = await client({ path: '/reg/complete', body: { session, creationResult } })
    if (done.status !== 200) throw new Error(`reg/complete answered ${done.status}: ${JSON.stringify(done.body)}`)
  }
}

/** The microseconds of one question about a username, without its setup. */
async function timed({ client, timedCall }: StartedService, question: Question, username: string): Promise<number> {
  return timedCall(await question.about(client, username))
}

/** Known and unknown in turn, each first equally often, so that other load on the machine affects both. */
async function measured(service: StartedService, question: Question, count: number): Promise<Measured> {
  const times: Record<'known' | 'unknownUser', number[]> = { known: [], unknownUser: [] }
  for (let at = 0; at < count; at++) {
    const order = at % 2 === 0 ? (['known', 'unknownUser'] as const) : (['unknownUser', 'known'] as const)
    for (const kind of order) times[kind].push(await timed(service, question, createName(kind, at % userCount)))
  }
  const { known, unknownUser } = times
  return { ...mannWhitney(known, unknownUser), known: median(known), unknown: median(unknownUser) }
}

function shown(name: string, { known, unknown, p, greater }: Measured): string {
  const micro = (value: number) => `${value.toFixed(1)} µs`.padStart(12)
  const verdict = p >= clear ? 'alike' : Math.abs(known - unknown) < tolerated ? 'differs by little' : 'DIFFERS'
  const cells = [
    micro(known),
    micro(unknown),
    micro(known - unknown),
    p.toExponential(1).padStart(9),
    greater.toFixed(3),
  ]
  return `${name.padEnd(64)}${cells.join('  ')}  ${verdict}`
}

const isClear = ({ p, known, unknown }: Measured) => p < clear && Math.abs(known - unknown) >= tolerated

/** Whether the times distinguish known from unknown, in two measurements and in the same direction. */
async function tells(service: StartedService, name: string, question: Question): Promise<boolean> {
  await measured(service, question, 100)
  const first = await measured(service, question, pairs)
  console.log(shown(name, first))
  if (!isClear(first)) return false
  const second = await measured(service, question, pairs)
  console.log(shown('  once more', second))
  return isClear(second) && first.greater > 0.5 === second.greater > 0.5
}

const service = await startedService()
try {
  await signUp(service.client)
  const settings = Object.entries(strict).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? value.join() : value}`,
  )
  await service.set(...settings)
  console.log(`${pairs} pairs each; medians, their difference, p, chance that the known one took longer\n`)
  console.log(
    `${''.padEnd(64)}${['known', 'unknown', 'difference', 'p', 'longer'].map((cell) => cell.padStart(12)).join('')}`,
  )
  const telling: string[] = []
  for (const [operation, probe] of Object.entries(probes)) {
    if (!('asks' in probe) || (options.only !== undefined && options.only !== operation)) continue
    for (const [what, question] of Object.entries(probe.asks)) {
      if (await tells(service, `${operation}: ${what}`, question)) telling.push(`${operation}: ${what}`)
    }
  }
  console.log(
    telling.length === 0 ? '\nNo time tells who exists.' : `\nThe time tells who exists:\n${telling.join('\n')}`,
  )
  process.exitCode = telling.length === 0 ? 0 : 1
} finally {
  await service.stop()
}
