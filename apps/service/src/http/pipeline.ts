import { allowPreflight, isForBrowsers, isForEveryPage } from './cors.ts'
import type { Exchange } from './exchange.ts'
import { fail, sendNothing, sendResult } from './send.ts'
import type { Binding, Step } from './steps.ts'
import * as step from './steps.ts'

/**
 * Every step of a call, in order; a route has those that it needs. Before its body is read, a call has passed every check that
 * doesn't need it, the cheapest ones first, so that an unauthenticated caller costs little and learns nothing about what a valid
 * body looks like.
 */
function listSteps({ route, wireFormat, ...api }: Binding): Step[] {
  const forBrowsers = isForBrowsers(route)
  return select([
    wireFormat.echoedHeader !== undefined && step.echoHeader,
    api.loadShedding !== undefined && step.shedLoad,
    step.waitForOpening,
    step.rejectRepeatedHeaders,
    step.readApplications,
    selectNaming(route),
    step.limitNetwork,
    step.guardCaller,

    route.method !== 'GET' && step.readBody,
    route.bodyOptional && step.defaultToEmptyBody,
    api.ignoresBlanks && step.removeBlanks,
    step.validate,

    step.adoptTraceId,
    step.readApplicationsAgain,
    step.isRepeatable(route) && step.guardAfterSlowBody,
    wireFormat.readToken !== undefined && step.admitTokenOfBody,
    step.resolveApplication,
    forBrowsers && !isForEveryPage(route) && step.requireOrigin,
    step.limitSubject,
    route.application !== 'optional' && step.requireApplication,
    route.concurrency !== undefined && step.limitConcurrency,

    step.handle,
    sendResult,
  ])
}

/** The step that finds the application by the address, and tells browsers which pages can read the response. */
function selectNaming(route: Binding['route']): Step {
  if (isForEveryPage(route)) return step.nameApplicationForEveryPage
  return isForBrowsers(route) ? step.nameApplicationForPage : step.nameApplication
}

/** The steps of the preflight of a call that browsers may make. */
const preflightSteps: readonly Step[] = [
  step.waitForOpening,
  step.rejectRepeatedHeaders,
  step.readApplications,
  allowPreflight,
  sendNothing,
]

const select = (steps: readonly (Step | false | undefined)[]): Step[] =>
  steps.filter((one) => one !== undefined && one !== false)

/** Runs the steps of a route for each call. Waits only for those that return a promise. */
function compile(steps: readonly Step[], binding: Binding): (exchange: Exchange) => void {
  const runFrom = (exchange: Exchange, first: number): void | Promise<void> => {
    for (let at = first; at < steps.length; at++) {
      const waiting = steps[at]!(exchange, binding)
      if (waiting) return waiting.then(() => runFrom(exchange, at + 1))
    }
  }
  return (exchange) => {
    try {
      runFrom(exchange, 0)?.catch((error: unknown) => fail(exchange, error, binding))
    } catch (error) {
      fail(exchange, error, binding)
    }
  }
}

/** The function that responds to the calls of a route. */
export const compileRoute = (binding: Binding) => compile(listSteps(binding), binding)

/** The function that responds to their preflights. */
export const compilePreflight = (binding: Binding) => compile(preflightSteps, binding)
