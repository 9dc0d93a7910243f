import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { OperatorError } from '../core/errors.ts'
import { toAaguid } from '../core/model/aaguids/aaguid.ts'
import { isImage } from '../core/model/aaguids/image.ts'
import type { NamedAuthenticator } from '../core/model/aaguids/provider.ts'

const Authenticator = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$' }),
    iconLight: Type.Optional(Type.String()),
    iconDark: Type.Optional(Type.String()),
  },
  // A misspelled field would silently do nothing.
  { additionalProperties: false },
)

/**
 * Reads the operator's names and icons of authenticators: a JSON array of { id, name, iconLight?, iconDark? }. Throws
 * one error that lists every mistake by its place in the file.
 */
export function readAuthenticators(path: string): NamedAuthenticator[] {
  const listed = parsed(path)
  if (!Array.isArray(listed))
    throw new OperatorError('invalid_settings', `${path} must hold a JSON array of { id, name, iconLight?, iconDark? }`)
  const problems = listed.flatMap((item, index) => findProblems(item).map((problem) => `  entry ${index}: ${problem}`))
  if (problems.length > 0)
    throw new OperatorError('invalid_settings', `${path} cannot be used:\n${problems.join('\n')}`)
  return (listed as Static<typeof Authenticator>[]).map((item) => ({ ...item, id: toAaguid(item.id)! }))
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new OperatorError('invalid_settings', `${path} cannot be read as JSON: ${(error as Error).message}`)
  }
}

function findProblems(item: unknown): string[] {
  if (!Value.Check(Authenticator, item)) {
    return Value.Errors(Authenticator, item).map(({ instancePath, message }) =>
      `${instancePath.slice(1)} ${message}`.trim(),
    )
  }
  const { id, iconLight, iconDark } = item
  const badIcon = (icon: string | undefined) => icon !== undefined && !isImage(icon)
  const rule = 'must be data:image/(png|jpeg|gif|webp|svg+xml);base64,… of at most 256 kB'
  return [
    ...(toAaguid(id) ? [] : [`id "${id}" is not an AAGUID`]),
    ...(badIcon(iconLight) ? [`iconLight ${rule}`] : []),
    ...(badIcon(iconDark) ? [`iconDark ${rule}`] : []),
  ]
}
