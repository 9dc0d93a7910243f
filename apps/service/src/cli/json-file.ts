import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { badRequest } from '../core/errors.ts'
import { formatChecks } from '../http/formats.ts'
import { describeFailures } from '../http/validation-messages.ts'

/**
 * Reads a file with a value in JSON; `-` is standard input.
 * @throws AppError bad_request: it can't be read, or doesn't fit the schema
 */
export function readJsonFile<Schema extends TSchema>(file: string, schema: Schema): Static<Schema> {
  const value = parse(file)
  const ajv = new Ajv({ verbose: true, strict: false, formats: formatChecks })
  const validate = ajv.compile(schema)
  if (!validate(value)) {
    const failures = (validate.errors ?? []) as unknown as Parameters<typeof describeFailures>[0]
    throw badRequest(`${file}: ${describeFailures(failures, 'body')}`)
  }
  return value as Static<Schema>
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    throw badRequest(`${file} can't be read as JSON: ${(error as Error).message}`)
  }
}
