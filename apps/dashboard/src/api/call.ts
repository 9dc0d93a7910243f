import operations from 'virtual:admin-operations'
import type { adminApi, Input, Output } from '@thumbturn/contract'
import { confirm } from '../session/confirmation.ts'
import { hasCode } from './failure.ts'
import { fillPath } from './path.ts'
import { send } from './send.ts'

type Routes = typeof adminApi.routes

/** The name of an operation of the admin API. */
export type Operation = keyof Routes

type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The input of an operation. `ifMatch` is the version that a change was computed from. */
export type CallInput<Name extends Operation> = WithoutUndefined<Input<Routes[Name]>> & { ifMatch?: number }

/** The result of an operation. */
export type CallResult<Name extends Operation> = Output<Routes[Name]>

/** The path of an operation, such as for a link that downloads its response. */
export function addressOperation<Name extends Operation>(name: Name, input: CallInput<Name>): string {
  const { params, query } = input as Loose
  return fillPath(operations[name]![1], params, query)
}

type Loose = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; ifMatch?: number }

/**
 * Calls an operation of the admin API. If it needs a confirmation, asks for one and calls again.
 * @throws CallFailure the service rejected the call
 */
export async function call<Name extends Operation>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>> {
  const [method, template] = operations[name]!
  const { params, query, body, ifMatch } = input as Loose
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }
  const request = { method, path: fillPath(template, params, query), body, headers }
  try {
    return (await send(request)) as CallResult<Name>
  } catch (error) {
    if (!hasCode(error, 'confirmation_required')) throw error
    await confirm()
    return (await send(request)) as CallResult<Name>
  }
}
