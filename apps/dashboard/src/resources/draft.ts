import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { patterns } from '@thumbturn/contract/patterns.ts'
import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import type { ResourceScope } from '@thumbturn/contract/vocabulary/protected-resources.ts'

/** The settings of an API while they are edited. */
export type Draft = { name: string; scopes: readonly ResourceScope[]; allowedGroups: readonly string[] }

/** The problems of a permission in words, by field. */
export type ScopeProblems = { name?: string | undefined; description?: string | undefined }

const isBlank = ({ name, description }: ResourceScope) => name.trim() === '' && description.trim() === ''

/** A line that is blank is no permission yet, so it isn't saved. */
export const readScopes = (scopes: readonly ResourceScope[]): ResourceScope[] =>
  scopes
    .filter((scope) => !isBlank(scope))
    .map(({ name, description }) => ({ name: name.trim(), description: description.trim() }))

/** The problems of the permission at a position; neither field has one if it is blank. */
export function findScopeProblems(scopes: readonly ResourceScope[], at: number): ScopeProblems {
  const scope = scopes[at]
  if (!scope || isBlank(scope)) return {}
  const [name, description] = [scope.name.trim(), scope.description.trim()]
  const isRepeated = scopes.some((other, index) => index < at && other.name.trim() === name)
  return {
    name: findNameProblem(name) ?? (isRepeated ? i18n._(msg`This scope is listed already`) : undefined),
    description: description === '' ? i18n._(msg`Say what it allows: users read this`) : undefined,
  }
}

function findNameProblem(name: string): string | undefined {
  if (name === '') return i18n._(msg`Enter a scope such as files:read`)
  if (!new RegExp(patterns.scope).test(name)) return i18n._(msg`Use no spaces and no quotation marks`)
  if (openidScopes.some((scope) => scope === name)) return i18n._(msg`OpenID Connect has this scope: use another name`)
}

/** Whether the settings can be saved. */
export const isComplete = ({ name, scopes }: Draft): boolean =>
  name.trim() !== '' &&
  scopes.every((_, at) => Object.values(findScopeProblems(scopes, at)).every((problem) => problem === undefined))

/** Why a server can't be known by that URI; undefined if it can, or if nothing was entered yet. */
export function findUriProblem(text: string): string | undefined {
  const uri = text.trim()
  if (uri === '') return undefined
  const url = URL.parse(uri)
  if (!url || !/^https?:$/.test(url.protocol))
    return i18n._(msg`Enter an address such as https://mcp.example.com/files`)
  if (url.hash !== '' || uri.includes('#')) return i18n._(msg`Remove the part after #`)
  if (url.protocol === 'http:' && !isOnThisMachine(url.hostname))
    return i18n._(msg`Use https; only localhost can have http`)
}

const isOnThisMachine = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
