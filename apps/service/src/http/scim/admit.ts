import type { DirectoryScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { Core } from '../../core/core.ts'
import { AppError, forbidden, invalidApiKey } from '../../core/errors.ts'
import type { ApiKey } from '../../core/model/applications/api-key.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { findApiKey } from '../../core/use-cases/applications/keys.ts'
import { isLikeApiKey, readCredential } from '../authorization.ts'

export type DirectoryCaller = { application: Application; key: ApiKey }

/**
 * The key in an Authorization header: a bearer token, or one of the two parts of Basic. Directories require a username, so
 * the key is the password and the username is ignored; a key as the username without a password works too.
 */
export function readDirectoryKey(header: string | undefined): string | undefined {
  const [, basic] = /^\s*basic\s+(\S+)\s*$/i.exec(header ?? '') ?? []
  if (basic === undefined) return readCredential(header)
  const text = Buffer.from(basic, 'base64url').toString()
  const at = text.indexOf(':')
  const [username, password] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return (isLikeApiKey(username) && !isLikeApiKey(password) ? username : password) || undefined
}

/**
 * The directory that makes a call, by an API key of the installation's own application that has the scope.
 * @throws AppError unauthorized · forbidden: the key lacks the scope
 */
export async function admitDirectory(
  core: Core,
  header: string | undefined,
  scope: DirectoryScope,
): Promise<DirectoryCaller> {
  const text = readDirectoryKey(header)
  if (text === undefined)
    throw new AppError('unauthorized', 'SCIM needs an API key of the installation in the Authorization header')
  const key = await findApiKey(core, text)
  const application = key.appId === ownApplicationId ? core.applications.find(key.appId) : undefined
  if (!application) throw invalidApiKey()
  if (!key.scopes.includes(scope)) throw forbidden(`The API key lacks the scope ${scope}`)
  return { application, key }
}
