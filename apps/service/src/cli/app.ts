import { ApplicationSettings as SettingsShape } from '@thumbturn/contract'
import { Value } from 'typebox/value'
import type { Application, ApplicationSettings } from '../core/applications/application.ts'
import { changeApplication, createApplication } from '../core/applications/create.ts'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import { suggestKnown } from '../core/suggestion.ts'
import { addressOf } from '../installation.ts'
import { moment, type Output, show, table } from './output.ts'

const isSetting = (name: string): name is keyof ApplicationSettings => Object.hasOwn(SettingsShape.properties, name)

/** `name=value` pairs as settings: lists by commas, numbers and true/false as they read. */
export function parseSettings(pairs: readonly string[]): Partial<ApplicationSettings> {
  const settings: Record<string, unknown> = {}
  for (const pair of pairs) {
    const [name = '', text = ''] = pair.split(/=(.*)/s)
    if (!isSetting(name))
      throw badRequest(`Unknown setting ${name}; ${suggestKnown(name, Object.keys(SettingsShape.properties))}`)
    const shape = SettingsShape.properties[name]
    const given = 'items' in shape ? text.split(',').filter(Boolean) : text
    const value = Value.Convert(shape, given)
    if (!Value.Check(shape, value)) throw badRequest(`${name} cannot be "${text}"; it takes ${choices(shape)}`)
    settings[name] = value
  }
  return settings
}

function choices(shape: {
  type?: string
  minimum?: number
  maximum?: number
  anyOf?: unknown
  items?: unknown
  const?: unknown
  examples?: unknown[]
}): string {
  if (shape.items) return `a list of ${choices(shape.items as typeof shape)}, separated by commas`
  if (shape.anyOf) return (shape.anyOf as { const: unknown }[]).map((choice) => choice.const).join(' | ')
  if (shape.const !== undefined) return String(shape.const)
  if (shape.type === 'string') return `texts such as ${shape.examples?.[0]}`
  return shape.type === 'integer' ? `a whole number from ${shape.minimum} to ${shape.maximum}` : 'true | false'
}

/** Finds an application or says which there are. */
export async function applicationNamed(core: Core, id: string | undefined): Promise<Application> {
  const found = id === undefined ? undefined : await core.applications.find(id)
  if (found) return found
  const ids = (await core.store.applications.list()).map((application) => application.id)
  throw notFound(`There is no application ${id ?? '(none named)'}; there are: ${ids.join(', ') || 'none yet'}`)
}

export type AppOptions = { name?: string; 'rp-id'?: string; origin?: string[]; 'base-url'?: string; set?: string[] }

const changesOf = (options: AppOptions) => ({
  ...(options.name !== undefined && { name: options.name }),
  ...(options['rp-id'] !== undefined && { rpId: options['rp-id'] }),
  ...(options.origin && { origins: options.origin }),
  ...(options['base-url'] !== undefined && { baseUrl: options['base-url'] || undefined }),
  ...(options.set && { settings: parseSettings(options.set) }),
})

/** `app create <id> --rp-id <domain> --origin <origin>…` */
export async function appCreate(core: Core, id: string | undefined, options: AppOptions): Promise<Application> {
  if (id === undefined || options['rp-id'] === undefined || !options.origin) {
    throw badRequest('app create needs an id, --rp-id and at least one --origin')
  }
  return createApplication(core, { id, rpId: options['rp-id'], origins: options.origin, ...changesOf(options) })
}

/** `app set <id> [--name …] [--origin …]… [--set name=value]…`: only what is named changes. */
export async function appSet(core: Core, id: string | undefined, options: AppOptions): Promise<Application> {
  const changes = changesOf(options)
  if (Object.keys(changes).length === 0)
    throw badRequest('app set needs at least one of --name, --rp-id, --origin, --base-url, --set')
  return changeApplication(core, await applicationNamed(core, id), changes)
}

/** Every application, a line each. */
export async function appList(core: Core, output: Output): Promise<void> {
  const applications = await core.store.applications.list()
  show(output, applications, () =>
    table(
      ['id', 'name', 'RP ID', 'origins'],
      applications.map(({ id, name, rpId, origins }) => [id, name, rpId, origins.join(' ')]),
    ),
  )
}

/** One application, whole. */
export function showApplication(output: Output, application: Application, ownBaseUrl: string): void {
  const { id, name, rpId, origins, settings, createdAt } = application
  const address = addressOf(application, ownBaseUrl)
  show(output, { ...application, address }, () =>
    [
      ...Object.entries({ id, name, 'RP ID': rpId, origins: origins.join(' '), address, created: moment(createdAt) }),
      ...Object.entries(settings).map(([setting, value]) => [`  ${setting}`, String(value) || '(none)']),
    ]
      .map(([label, value]) => `${label!.padEnd(28)}${value}`)
      .join('\n'),
  )
}
