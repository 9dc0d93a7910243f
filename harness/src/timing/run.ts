// `npm run timing`: whether response times reveal which users exist. Sends a running service every question of
// public-calls.ts about a known and an unknown user in turn, and compares the two with the Mann–Whitney test.
// Arguments: --pairs 1000 (minimum), --only <operation>. Exits with 1 if a difference is clear (p under 0.001, medians more
// than 20 µs apart) twice, in the same direction.
import { parseArgs } from 'node:util'
import { type Question, strict } from '../public-calls.ts'
import {
  addPairs,
  compareTimes,
  createTimes,
  isUnlikelyChance,
  listQuestions,
  revealsUsers,
  signUpKnownUsers,
  type TimingComparison,
} from './measure.ts'
import { type StartedService, startedService } from './started.ts'

const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: '1000' }, only: { type: 'string' } },
})
const pairs = Number(options.pairs)
const warmUpPairs = 100

function show(name: string, measured: TimingComparison): string {
  const { known, unknown, p, greater } = measured
  const micro = (value: number) => `${value.toFixed(1)} µs`.padStart(12)
  const verdict = !isUnlikelyChance(measured) ? 'alike' : revealsUsers(measured) ? 'DIFFERS' : 'differs by little'
  const cells = [
    micro(known),
    micro(unknown),
    micro(known - unknown),
    p.toExponential(1).padStart(9),
    greater.toFixed(3),
  ]
  return `${name.padEnd(64)}${cells.join('  ')}  ${verdict}`
}

async function measure(service: StartedService, question: Question, count: number): Promise<TimingComparison> {
  const times = createTimes()
  await addPairs(service, question, { pairs: count, times })
  return compareTimes(times)
}

/** Whether the times distinguish known from unknown, in two measurements and in the same direction. */
async function differs(service: StartedService, name: string, question: Question): Promise<boolean> {
  await measure(service, question, warmUpPairs)
  const first = await measure(service, question, pairs)
  console.log(show(name, first))
  if (!revealsUsers(first)) return false
  const second = await measure(service, question, pairs)
  console.log(show('  once more', second))
  return revealsUsers(second) && first.greater > 0.5 === second.greater > 0.5
}

const service = await startedService()
try {
  await signUpKnownUsers(service.client, service.origin)
  const settings = Object.entries(strict).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? value.join() : value}`,
  )
  await service.set(...settings)
  console.log(`${pairs} pairs each; medians, their difference, p, chance that the known one took longer\n`)
  console.log(
    `${''.padEnd(64)}${['known', 'unknown', 'difference', 'p', 'longer'].map((cell) => cell.padStart(12)).join('')}`,
  )
  const different: string[] = []
  for (const [name, question] of listQuestions()) {
    if (options.only !== undefined && options.only !== name.split(':')[0]) continue
    if (await differs(service, name, question)) different.push(name)
  }
  console.log(
    different.length === 0
      ? '\nNo time reveals who exists.'
      : `\nThe time reveals who exists:\n${different.join('\n')}`,
  )
  process.exitCode = different.length === 0 ? 0 : 1
} finally {
  await service.stop()
}
