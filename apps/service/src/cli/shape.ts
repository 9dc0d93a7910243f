import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { badRequest } from '../core/errors.ts'
import { formatChecks } from '../http/formats.ts'
import { describeFailures } from '../http/validation-messages.ts'

/** @throws AppError bad_request: the value doesn't fit the schema, with what is wrong after `about` */
export function requireShape(value: unknown, schema: TSchema, about: string): void {
  const ajv = new Ajv({ verbose: true, strict: false, formats: formatChecks })
  const validate = ajv.compile(schema)
  if (validate(value)) return
  const failures = (validate.errors ?? []) as unknown as Parameters<typeof describeFailures>[0]
  throw badRequest(`${about}: ${describeFailures(failures, 'body')}`)
}
