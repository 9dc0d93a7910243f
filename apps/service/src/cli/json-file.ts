import { readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import { badRequest } from '../core/errors.ts'
import { requireShape } from './shape.ts'

/**
 * Reads a file with a value in JSON; `-` is standard input.
 * @throws AppError bad_request: it can't be read, or doesn't fit the schema
 */
export function readJsonFile<Schema extends TSchema>(file: string, schema: Schema): Static<Schema> {
  const value = parse(file)
  requireShape(value, schema, file)
  return value as Static<Schema>
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    throw badRequest(`${file} can't be read as JSON: ${(error as Error).message}`)
  }
}
