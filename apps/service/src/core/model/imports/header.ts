import { describeFlaw, isLine } from '@thumbturn/contract/vocabulary/user-record-checks.ts'
import { FileHeader, userFormat, userFormatVersion } from '@thumbturn/contract/vocabulary/user-records.ts'
import { badRequest } from '../../errors.ts'
import { isTooDeep } from '../../json-depth.ts'
import type { Application } from '../applications/application.ts'

/**
 * Checks the first line of an import: the format, its version, and the RP ID, which passkeys can't leave.
 * @throws AppError bad_request
 */
export function requireHeader({ id, rpId }: Application, text: string | undefined): FileHeader {
  const header = parseHeader(text)
  if (header.rpId !== rpId)
    throw badRequest(
      `The passkeys belong to the RP ID ${header.rpId}, and the application ${id} has ${rpId}: they could never sign in there`,
    )
  return header
}

function parseHeader(text: string | undefined): FileHeader {
  const example = `{"format":"${userFormat}","version":${userFormatVersion},"rpId":"…"}`
  const value = parseObject(text)
  if (value?.format !== userFormat) throw badRequest(`The first line must be ${example}`)
  if (value.version !== userFormatVersion)
    throw badRequest(
      `Version ${value.version} of the format is unknown; this release reads version ${userFormatVersion}`,
    )
  if (!isLine(FileHeader, value)) throw badRequest(`The first line is invalid: ${describeFlaw(FileHeader, value)}`)
  return value
}

function parseObject(text = ''): Record<string, unknown> | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
