import type { Operation } from '../../plugins/openapi-reference/model.ts'

/** An operation with all that its samples need. */
export type Call = Operation & {
  address: string
  variable: string | undefined
  headers: Operation['parameters']
  message: string
}
