import { changeSettings } from '@thumbturn/service-harness/codes.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import type { Random } from '../../common/random.ts'
import type { GuessedMethod, MethodName, Victim } from './methods.ts'

/** Two nodes, either of which can be restarted. */
export type Nodes = { services: Service[]; restart(index: number): Promise<void> }

export type Totals = Record<
  'guesses' | 'counted' | 'reissues' | 'restarts' | 'locks' | 'mostPerCode' | 'mostPerMethod' | 'chancePerMillion',
  number
>

export type Schedule = {
  random: Random
  nodes: Nodes
  victim: Victim
  name: MethodName
  method: GuessedMethod
  totals: Totals
  violations: string[]
}

type Limits = { otpAttempts: number; otpFailures: number }

/** The state of the account by the documented limits. */
type State = { issued: string | undefined; attempts: number; failures: number; successesLeft: number }

const mostParallel = 6
const settingsMs = 2_000

/** Most schedules are short, those of passwords and recovery codes always, as each guess costs hashing. */
const chooseLimits = (random: Random, name: MethodName): Limits => ({
  otpAttempts: random.pick([5, 5, random.between(1, 5)]),
  otpFailures:
    name === 'password' || name === 'recovery'
      ? random.between(5, 8)
      : random.between(1, 10) === 1
        ? 100
        : random.between(5, 15),
})

/** Guesses until the method is locked, then with what is correct. */
export async function runSchedule(schedule: Schedule) {
  const { random, nodes, name, method, violations } = schedule
  const settings = chooseLimits(random, name)
  const limits = { ...settings, otpFailures: Math.min(settings.otpFailures, method.mostFailures) }
  await changeSettings(nodes.services[0]!, { ...settings, crossAuthMethods: ['otp', 'otp:email', 'otp:sms'] })
  // The other node has them within a second.
  nodes.services[0]!.clock.advance(settingsMs)
  const state: State = { issued: undefined, attempts: 0, failures: 0, successesLeft: random.between(0, 2) }
  await reissue(schedule, state)
  while (state.failures < limits.otpFailures && violations.length === 0) await attack(schedule, state, limits)
  schedule.totals.locks++
  await expectLocked(schedule, state)
}

async function attack(schedule: Schedule, state: State, limits: Limits) {
  const { random, method } = schedule
  const isSpent = state.issued === undefined || (method.isCode && state.attempts >= limits.otpAttempts)
  if (random.between(1, 40) === 1) await restart(schedule)
  if (isSpent && random.between(1, 4) === 1) await guessWrong(schedule, state, limits)
  if (isSpent || (method.isCode && random.between(1, 8) === 1)) {
    if (isSpent && state.issued !== undefined) await expectSpent(schedule, state, limits)
    await reissue(schedule, state)
  }
  if (state.successesLeft > 0 && random.between(1, 20) === 1) return succeed(schedule, state)
  await guessWrong(schedule, state, limits)
}

const pickNode = ({ random, nodes }: Schedule) => random.pick(nodes.services)

/** Any name of the user, in any spelling. A credential belongs to the username. */
function pickName({ random, victim, method }: Schedule): string {
  const { username, email, phone } = victim
  const names = method.isCode ? [username, email, phone, `00${phone.slice(1)}`] : [username]
  const name = random.pick(names)
  return random.pick([name, name.toUpperCase(), ` ${name}`])
}

async function guessWrong(schedule: Schedule, state: State, limits: Limits) {
  const { random, method, totals } = schedule
  const wrong = method.toWrong(state.issued ?? '000000')
  const count = random.pick([1, 1, 1, random.between(2, mostParallel)])
  const guess = () => method.isAccepted(pickNode(schedule), pickName(schedule), wrong)
  const accepted = await Promise.all(Array.from({ length: count }, guess))
  if (accepted.includes(true)) blame(schedule, 'a wrong guess was accepted')
  totals.guesses += count
  const left = limits.otpFailures - state.failures
  const counted = Math.min(count, left, method.isCode ? countAttemptsLeft(state, limits) : count)
  noteCounted(schedule, state, counted)
}

const countAttemptsLeft = ({ issued, attempts }: State, { otpAttempts }: Limits) =>
  issued === undefined ? 0 : otpAttempts - attempts

/** Notes guesses each of which could have succeeded. */
function noteCounted({ method, totals }: Schedule, state: State, counted: number) {
  state.attempts += counted
  state.failures += counted
  totals.counted += counted
  if (method.isCode) totals.mostPerCode = Math.max(totals.mostPerCode, state.attempts)
  totals.mostPerMethod = Math.max(totals.mostPerMethod, state.failures)
  totals.chancePerMillion = Math.max(totals.chancePerMillion, state.failures * method.correctPerMillion)
}

/** Correct credentials must work while attempts are left: no limit is lower than documented. */
async function succeed(schedule: Schedule, state: State) {
  const { method, name } = schedule
  state.successesLeft--
  if (state.issued === undefined) return
  if (!(await method.isAccepted(pickNode(schedule), pickName(schedule), state.issued)))
    return blame(schedule, `what is correct was rejected after ${state.failures} failures, ${state.attempts} at it`)
  state.failures = 0
  state.attempts = 0
  if (method.isCode || name === 'recovery') state.issued = undefined
}

/** A code without attempts left doesn't work, and doesn't count. */
async function expectSpent(schedule: Schedule, state: State, { otpAttempts }: Limits) {
  if (await schedule.method.isAccepted(pickNode(schedule), pickName(schedule), state.issued!))
    blame(schedule, `a code was accepted after ${otpAttempts} wrong guesses`)
}

async function reissue(schedule: Schedule, state: State) {
  state.issued = await schedule.method.issue(pickNode(schedule))
  state.attempts = 0
  // A backend that replaces a credential unlocks it.
  if (!schedule.method.isCode) state.failures = 0
  schedule.totals.reissues++
  if (state.issued === undefined) blame(schedule, 'no code was sent')
}

/** On both nodes, and after a restart, with a new code if one can still be requested. */
async function expectLocked(schedule: Schedule, state: State) {
  const { random, nodes, name, method } = schedule
  if (random.between(1, 4) === 1) await restart(schedule)
  const latest = name === 'device' ? await method.issue(pickNode(schedule)) : state.issued
  if ((name === 'email' || name === 'sms') && (await method.issue(pickNode(schedule))) !== undefined)
    blame(schedule, 'a locked method sent a code')
  for (const node of nodes.services)
    if (latest !== undefined && (await method.isAccepted(node, pickName(schedule), latest)))
      blame(schedule, `what is correct was accepted after ${state.failures} failures`)
}

async function restart({ random, nodes, totals }: Schedule) {
  await nodes.restart(random.between(0, nodes.services.length - 1))
  totals.restarts++
}

const blame = ({ name, violations }: Schedule, what: string) => {
  violations.push(`${name}: ${what}`)
}
