// Writes apps/docs/generated/, from which the website shows settings, scopes, errors, events, and benchmarks. The
// facts come from the code's own registries and from benchmark results.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findEarlierContestants } from '@thumbturn/bench/earlier-contestants.ts'
import { allResults, newestResults } from '@thumbturn/bench/newest-results.ts'
import { computeRanges } from '@thumbturn/bench/ranges.ts'
import { summarizeSignIns } from '@thumbturn/bench/summary.ts'
import { apis } from '@thumbturn/contract/apis.ts'
import { listRejections, toErrorBody } from '@thumbturn/contract/rejections.ts'
import type { Route } from '@thumbturn/contract/route.ts'
import { describeAccess } from '@thumbturn/contract/security.ts'
import { ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { capabilities } from '@thumbturn/contract/vocabulary/capabilities.ts'
import { scopeClaims } from '@thumbturn/contract/vocabulary/claims.ts'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { longestTexts, templatePlaceholders } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { oauthErrors } from '@thumbturn/contract/vocabulary/oauth-errors.ts'
import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import { clientFields } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { apiKeyScopes, userScopes } from '@thumbturn/contract/vocabulary/scopes.ts'
import { programs } from '@thumbturn/examples/openid/programs.ts'
import { concurrencyLimits } from '@thumbturn/service/core/model/limits/concurrency.ts'
import type { Limit } from '@thumbturn/service/core/ports/limiter.ts'
import { callLimits } from '@thumbturn/service/core/use-cases/limits/classes.ts'
import {
  describeAllowedValues,
  type SettingSchema,
  Settings,
  type SettingsSchema,
} from '@thumbturn/service/settings.ts'
import { StartSettings } from '../run/start-settings.ts'

type Shape = {
  type?: string
  anyOf?: { const: unknown }[]
  const?: unknown
  items?: Shape
  minimum?: number
  maximum?: number
  description?: string
}

const routes = Object.entries(apis).flatMap(([api, { routes }]) =>
  Object.entries(routes).map(([id, route]) => ({ api, id, route: route as Route })),
)

const listSettings = (schema: SettingsSchema) =>
  Object.entries<SettingSchema>(schema.properties).map(([name, { default: preset, description = '' }]) => {
    const allowed = describeAllowedValues(name, schema)
    return { name, preset: preset === undefined ? '' : String(preset), allowed, says: description }
  })
const installation = [Settings, StartSettings].flatMap(listSettings)

const application = Object.entries(ApplicationSettings.properties as Record<string, Shape>).map(([name, shape]) => ({
  name,
  preset: written(defaultSettings[name as keyof typeof defaultSettings]),
  allowed: allowedIn(shape),
  says: shape.description ?? '',
}))

function written(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

function allowedIn(shape: Shape): string {
  if (shape.items) return `a list of ${allowedIn(shape.items)}`
  if (shape.anyOf) return shape.anyOf.map((one) => String(one.const)).join(', ')
  if (shape.const !== undefined) return String(shape.const)
  if (shape.type === 'object') return 'JSON'
  if (shape.type === 'integer') return `${shape.minimum} to ${shape.maximum}`
  return shape.type === 'boolean' ? 'true, false' : 'text'
}

const scopes = apiKeyScopes.map((name) => ({
  name,
  inTokens: (userScopes as readonly string[]).includes(name),
  operations: routes
    .filter(({ route }) => describeAccess(route.access).scope === name)
    .map(({ api, id, route: { method, path, summary, access } }) => ({
      api,
      id,
      call: `${method} ${path}`,
      summary,
      by: describeAccess(access).scheme === 'apiKey' ? 'key' : 'token',
    })),
}))

const rejections = routes.flatMap(({ api, id, route }) =>
  Object.entries(listRejections(route)).map(([status, rejection]) => ({
    api,
    id,
    call: `${route.method} ${route.path}`,
    status: Number(status),
    msgCode: toErrorBody(Number(status), rejection).msgCode,
    why: toErrorBody(Number(status), rejection).msg,
    own: status in route.also,
  })),
)

const ids: Record<string, string> = { userId: 'user', passkeyId: 'passkey', deviceId: 'device' }
const events = Object.entries(eventRegistry).map(([type, given]) => {
  const {
    severity,
    summary,
    fields,
    detail,
    personal = {},
  } = given as {
    severity: string
    summary: string
    fields: readonly string[]
    detail: Record<string, string>
    personal?: Record<string, string>
  }
  return { type, severity, summary, about: fields.map((field) => ids[field]), detail, personal }
})

const limits = Object.entries(callLimits).map(([name, scopes]) => ({
  name,
  operations: nameCalls((route) => route.limit === name),
  ...Object.fromEntries(Object.entries(scopes).map(([scope, limit]) => [scope, often(limit)])),
}))

const concurrency = Object.entries(concurrencyLimits).map(([name, limit]) => ({
  name,
  // SCIM describes itself.
  operations: nameCalls((route) => route.concurrency === name) || 'searches and bulk requests of SCIM',
  ...limit,
}))

function nameCalls(isListed: (route: Route) => boolean): string {
  const calls = routes.filter(({ route }) => isListed(route)).map(({ route: { method, path } }) => `${method} ${path}`)
  const shown = [...new Set(calls)]
  return `${shown.slice(0, 3).join(', ')}${shown.length > 3 ? ` and ${shown.length - 3} more` : ''}`
}

function often({ calls, seconds }: Limit): string {
  return `${calls.toLocaleString('en')} in ${seconds === 60 ? 'a minute' : `${seconds / 60} minutes`}`
}

const placeholders = Object.entries(templatePlaceholders).flatMap(([template, fields]) =>
  Object.entries(fields).map(([field, { allowed, required = [] }]) => ({
    template,
    field,
    longest: longestTexts[field as keyof typeof longestTexts],
    allowed,
    required,
  })),
)

const clientSettings = Object.entries(clientFields as Record<string, Shape>).map(([name, shape]) => ({
  name,
  allowed: allowedIn(shape),
  says: shape.description ?? '',
}))

const openid = {
  scopes: openidScopes.map((name) => ({
    name,
    claims: (scopeClaims as Record<string, readonly string[]>)[name] ?? [],
  })),
  errors: Object.entries(oauthErrors).map(([name, definedBy]) => ({ name, definedBy })),
}

const readSettings = (file: string) =>
  readFileSync(new URL(`../../examples/openid/settings/${file}`, import.meta.url), 'utf8')
const programSettings = programs.map(({ settings, ...program }) => ({
  ...program,
  settings: settings.map(({ place, file }) => ({ place, file, text: readSettings(file) })),
}))

const platform = Object.entries(capabilities).map(([name, { isOn, ...capability }]) => ({ name, ...capability }))

/** A file for each table, so that a page loads only those of its own tables. */
const files = {
  installation,
  application,
  scopes,
  rejections,
  events,
  limits,
  concurrency,
  clientSettings,
  openid,
  programs: programSettings,
  placeholders,
  platform,
  bench: {
    all: allResults(),
    newest: newestResults(),
    ranges: computeRanges(allResults()),
    summary: summarizeSignIns(),
    earlier: {
      signIns: findEarlierContestants(allResults(), 'signIns'),
      namedSignIns: findEarlierContestants(allResults(), 'namedSignIns'),
    },
  },
}
const folder = new URL('../../apps/docs/generated/', import.meta.url)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, facts] of Object.entries(files))
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(facts, null, 1))
