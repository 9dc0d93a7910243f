import { PasskeyError, type PasskeyErrorCode } from '@thumbturn/web/core'
import { type Problem, problems, rules } from './error-table.ts'

/** The ceremony that failed. */
export interface FailureContext {
  rpId: string | undefined
  isCreation?: boolean | undefined
}

/** Explains what a plugin rejected with: our code, what is wrong, and what to do. The plugin's error is the cause. */
export function toPasskeyError(cause: unknown, { rpId = 'the RP ID', isCreation }: FailureContext): PasskeyError {
  if (cause instanceof PasskeyError) return cause
  const problem = findProblem(describe(cause), isCreation)
  const [code, advice]: readonly [PasskeyErrorCode, string] = problems[problem]
  return new PasskeyError(code, cause, advice.replaceAll('{rpId}', rpId))
}

function findProblem(text: string, isCreation = false): Problem {
  const found = rules.find(({ pattern, only }) => (!only || (only === 'creation') === isCreation) && pattern.test(text))
  return found?.problem ?? 'other'
}

/** Fields where plugins put the type, the code, or the text of the system's error. */
const fields = ['type', 'code', 'error', 'name', 'message'] as const

/** The fields of an error and of its cause, one on a line, as `field: text`. Objects that can't be read have none. */
function describe(cause: unknown, depth = 0): string {
  if (typeof cause === 'string') return `message: ${cause}`
  if (typeof cause !== 'object' || cause === null || depth > 3) return ''
  try {
    const values = cause as Record<string, unknown>
    const lines = fields.flatMap((field) => (hasText(values[field]) ? [`${field}: ${values[field]}`] : []))
    return [...lines, describe(values.cause, depth + 1)].join('\n')
  } catch {
    return ''
  }
}

const hasText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
