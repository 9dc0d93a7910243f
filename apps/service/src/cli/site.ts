import { Command } from '@commander-js/extra-typings'
import { SitePatch, SiteRequest, type SiteRule, siteFields } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listSiteSettings, type ProtectedSite } from '../core/model/protected-sites/protected-site.ts'
import { changeSite, createSite, deleteSite, describeSite } from '../core/use-cases/protected-sites/manage.ts'
import { applicationNamed } from './app.ts'
import { describeChoices, parseChoices } from './choices.ts'
import { type Cli, collect } from './cli.ts'
import { escapeControls, labeled, moment, show, table } from './output.ts'
import { requireShape } from './shape.ts'

export const createSiteCommands = (cli: Cli) =>
  new Command('site')
    .description('Manage the sites behind a proxy that only users who are signed in can open')
    .addCommand(createCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(deleteCommand(cli))

const { sessionSeconds, sessionIdleSeconds, identityClaims, disabled } = siteFields
/** Those that have no option of their own. */
const settings = { sessionSeconds, sessionIdleSeconds, identityClaims, disabled }
const settingsHelp = () => describeChoices(settings)

const hostHelp = 'the host of the site (see site list)'
const ruleHelp =
  "who can open a path, such as '/assets/* public', 'GET,POST /api/* signedIn', '/admin/* groups admins,ops', or '/private/* deny'; the first one that matches decides (repeatable)"

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Protect a site; by default, every user of the application can open all of it')
    .argument('<app>', 'the application whose users sign in')
    .argument('<host>', 'the host of the site, such as wiki.example.com')
    .option('--name <name>', 'the name that users see when they sign in; the host by default')
    .option('--rule <rule>', ruleHelp, collect)
    .option('--group <name>', 'a group whose members can use the site; everyone by default (repeatable)', collect)
    .option('--set <name=value>', 'a setting (repeatable); lists are separated by commas', collect)
    .addHelpText('after', settingsHelp)
    .action((app, host, { name = host, ...options }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const request = { host, ...changesIn({ name, ...options }) }
        requireShape(request, SiteRequest, 'The site is invalid')
        showSite(cli, describe(core, application, await createSite(core, application, request as SiteRequest)))
      }),
    )

type ChangeOptions = { name?: string; rule?: string[]; group?: string[]; set?: string[] }

const changesIn = ({ name, rule, group, set }: ChangeOptions): SitePatch => ({
  ...(set && parseChoices(settings, set)),
  ...(name !== undefined && { name }),
  ...(rule && { rules: withoutEmpty(rule).map(parseRule) }),
  ...(group && { allowedGroups: withoutEmpty(group) }),
})

/** An option with an empty value alone empties a list. */
const withoutEmpty = (given: readonly string[]) => given.filter((text) => text !== '')

/** Methods, path, access, and groups, which alone can contain spaces. */
const rulePattern = /^(?:([A-Z,-]+) +)?(\/\S*) +(public|signedIn|deny|groups(?= +\S))(?: +(.*))?$/

/** @throws AppError bad_request: it doesn't have that form */
function parseRule(text: string): SiteRule {
  const [, methods, path, access, groups] = rulePattern.exec(text.trim()) ?? []
  if (path === undefined || (groups !== undefined && access !== 'groups'))
    throw badRequest(`--rule '${text}' must be a path and public, signedIn, deny, or groups with their names`)
  return {
    path,
    ...(methods !== undefined && { methods: methods.split(',') }),
    access: access as SiteRule['access'],
    ...(groups !== undefined && { groups: groups.split(',').map((name) => name.trim()) }),
  }
}

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List the protected sites of an application')
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const sites = await core.store.protectedSites.list({ appId: application.id })
        show(cli.output, sites, () =>
          table(
            ['host', 'name', 'state', 'groups', 'rules'],
            sites.map(({ host, name, disabled: isOff, allowedGroups, rules }) => [
              host,
              name,
              isOff ? 'disabled' : 'enabled',
              allowedGroups.join(', ') || 'everyone',
              `${rules.length}`,
            ]),
          ),
        )
      }),
    )

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show a protected site with its rules')
    .argument('<app>', 'the application')
    .argument('<host>', hostHelp)
    .action((app, host) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        showSite(cli, describe(core, application, await findByHost(core, application, host)))
      }),
    )

/** @throws AppError not_found: the application has no such site */
async function findByHost({ store }: Core, { id: appId }: Application, host: string): Promise<ProtectedSite> {
  const site = (await store.protectedSites.list({ appId })).find((one) => one.host === host.toLowerCase())
  if (!site) throw notFound(`The application has no protected site ${host}`)
  return site
}

const describe = (core: Core, application: Application, site: ProtectedSite) => ({
  ...site,
  ...describeSite(core, application, site),
})

function showSite(cli: Cli, site: ReturnType<typeof describe>) {
  const { origin, forwardAuth, notices, createdAt, updatedAt } = site
  const { rules, ...others } = listSiteSettings(site)
  const inDetail = () =>
    labeled([
      ['site', origin],
      ['proxy asks', `${forwardAuth}/check`],
      ['created', moment(createdAt)],
      ['changed', moment(updatedAt)],
      ...rules.map((rule, index) => [`  rule ${index + 1}`, describeRule(rule)] as const),
      ...Object.entries(settingsOf(others)).map(([name, value]) => [`  ${name}`, value] as const),
    ])
  show(cli.output, site, () => [inDetail(), ...notices.map((notice) => `\n${notice}`)].join('\n'))
}

const describeRule = ({ methods, path, access, groups = [] }: SiteRule) =>
  [methods?.join(','), path, access, groups.join(',')].filter(Boolean).join(' ')

const settingsOf = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') || '(none)' : String(value),
    ]),
  )

const setCommand = (cli: Cli) =>
  new Command('set')
    .description('Change a protected site; options that you omit do not change')
    .argument('<app>', 'the application')
    .argument('<host>', hostHelp)
    .option('--host <host>', 'another host; users sign in again')
    .option('--name <name>', 'the name that users see when they sign in')
    .option('--rule <rule>', `${ruleHelp}; replaces the whole list; '' for none, so that everything is denied`, collect)
    .option('--group <name>', "a group; replaces the whole list; '' for everyone (repeatable)", collect)
    .option('--set <name=value>', 'a setting (repeatable); lists are separated by commas', collect)
    .addHelpText('after', settingsHelp)
    .action((app, current, { host, ...options }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const patch = { ...changesIn(options), ...(host !== undefined && { host }) }
        if (Object.keys(patch).length === 0)
          throw badRequest('Nothing to change: give --host, --name, --rule, --group, or --set')
        requireShape(patch, SitePatch, 'The change is invalid')
        const { id } = await findByHost(core, application, current)
        showSite(cli, describe(core, application, await changeSite(core, application, { ...patch, id })))
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a protected site: its proxy gets no request allowed any more')
    .argument('<app>', 'the application')
    .argument('<host>', hostHelp)
    .requiredOption('--yes', 'confirm that the site is to be deleted')
    .action((app, host) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const { id, name } = await findByHost(core, application, host)
        await deleteSite(core, application, id)
        show(cli.output, { id, deleted: true }, () => `Site ${escapeControls(name)} was deleted.`)
      }),
    )
