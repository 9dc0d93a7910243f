import { leaveOutUnfitReports, type Route } from '@thumbturn/contract'
import { Ajv } from 'ajv'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import type { Reason } from '../core/errors.ts'
import { formatChecks } from './formats.ts'
import { describeFailures, type Failure, isChoiceOfFields } from './validation-messages.ts'
import { compileWellFormed } from './well-formed.ts'

/** The parts of a request that the contract describes, by the words of its errors. */
type Parts = { params: unknown; body: unknown; querystring: unknown }

/** A request that doesn't fit the contract. */
export class InvalidInput extends Error {
  override name = 'InvalidInput'
  readonly reason: Reason

  constructor(failures: readonly Failure[], part: keyof Parts) {
    super(describeFailures(failures, part))
    this.reason = failures.some(isChoiceOfFields) ? 'incomplete_request' : 'invalid_request'
  }
}

/** Nothing is converted or removed: the contract decides what is invalid and what is ignored. */
const createAjv = () => {
  // verbose: an error knows its schema, and with it the fields that it could have been.
  const ajv = new Ajv({ useDefaults: true, addUsedSchema: false, verbose: true, code: { regExp: compileWellFormed } })
  for (const [name, check] of Object.entries(formatChecks)) ajv.addFormat(name, check)
  return ajv
}

let ajv: Ajv | undefined

/**
 * Validates a part of each request, once it has arrived. A service has well over a hundred routes and most installations use a
 * dozen: compiling them all would take a third of its start, and memory for good.
 * @throws InvalidInput
 */
export function createValidator(schema: TSchema, part: keyof Parts): (value: unknown) => void {
  let compiled: ReturnType<Ajv['compile']> | undefined
  return (value = null) => {
    ajv ??= createAjv()
    compiled ??= ajv.compile(schema)
    if (compiled(value)) return
    // Most bodies fit as they are. Others may only contain reports that don't.
    if (part === 'body') leaveOutUnfitReports(schema, value)
    if (part !== 'body' || !compiled(value)) throw new InvalidInput(compiled.errors as Failure[], part)
  }
}

/** Writes results of a route as JSON, once there is one. */
export function createSerializer({ result, media }: Pick<Route, 'result' | 'media'>): (result: unknown) => string {
  if (result === undefined || media !== undefined) return JSON.stringify
  let compiled: ((result: unknown) => string) | undefined
  return (value) => {
    // Its own formats are stricter than those of requests; the other keywords tell the alternatives of a response apart.
    compiled ??= fastJsonStringify(result as Schema, { ajv: { validateFormats: false } })
    return compiled(value)
  }
}
