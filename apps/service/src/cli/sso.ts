import { Command } from '@commander-js/extra-typings'
import { type ClaimNames, standardClaims } from '@thumbturn/contract/vocabulary/sso.ts'
import { badRequest } from '../core/errors.ts'
import type { SsoProvider } from '../core/model/sso/provider.ts'
import { createLogoutUri, createRedirectUri } from '../core/use-cases/sso/client.ts'
import { createProvider, deleteProvider, testProvider, usualSettings } from '../core/use-cases/sso/manage.ts'
import { type Cli, collect } from './cli.ts'
import { show, table } from './output.ts'
import { requireBaseUrl } from './set-up-link.ts'

export const createSsoCommands = (cli: Cli) =>
  new Command('sso')
    .description('Manage the OpenID providers that members sign in with')
    .addCommand(listCommand(cli))
    .addCommand(createCommand(cli))
    .addCommand(testCommand(cli))
    .addCommand(deleteCommand(cli))

const idPattern = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/

const claimPurposes = Object.keys(standardClaims) as (keyof ClaimNames)[]

/** @throws AppError bad_request: there is no such claim to name */
const parseClaims = (given: readonly string[]): Partial<ClaimNames> =>
  Object.fromEntries(
    given.map((text) => {
      const [what = '', name = ''] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
      const purpose = claimPurposes.find((one) => one === what)
      if (purpose === undefined || name === '')
        throw badRequest(`--claim takes one of ${claimPurposes.join(', ')}, an equals sign, and the name of a claim`)
      return [purpose, name]
    }),
  )

const toJson = ({ clientSecret, ...provider }: SsoProvider, baseUrl: string) => ({
  ...provider,
  redirectUri: createRedirectUri(baseUrl, provider.id),
  logoutUri: createLogoutUri(baseUrl, provider.id),
})

const listCommand = (cli: Cli) =>
  new Command('list').description('List the providers, without their client secrets').action(() =>
    cli.run(async ({ store, baseUrl }) => {
      const providers = await store.sso.listProviders()
      const rows = providers.map(({ id, name, discoveryUrl, enforcedDomains }) => [
        id,
        name,
        discoveryUrl,
        enforcedDomains.join(' '),
      ])
      show(
        cli.output,
        providers.map((provider) => toJson(provider, baseUrl)),
        () => table(['id', 'name', 'discovery URL', 'enforced for'], rows),
      )
    }),
  )

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Add a provider, and print what to enter there. The client secret is read from SSO_CLIENT_SECRET')
    .argument('<id>', 'part of the redirect URI: lowercase letters, digits, and hyphens')
    .requiredOption('--name <name>', 'what the sign-in page calls it')
    .requiredOption('--client-id <id>', 'the client ID from the provider')
    .requiredOption('--discovery-url <url>', 'the issuer, without /.well-known/openid-configuration')
    .option('--domain <domain>', 'an email domain whose members must sign in there (repeatable)', collect)
    .option('--trust-emails', 'accept email addresses that the provider does not report as verified')
    .option(
      '--owns-directory',
      'link its accounts to the members whom the directory provisions: the directory is its own',
    )
    .option('--scope <scope>', 'a scope to request instead of the usual ones (repeatable)', collect)
    .option('--claim <what=name>', `where ${claimPurposes.join(', ')} is, by name or path (repeatable)`, collect)
    .action((id, { name, clientId, discoveryUrl, ...given }) =>
      cli.run(async (core) => {
        const baseUrl = requireBaseUrl(cli, core)
        const clientSecret = cli.terminal.env.SSO_CLIENT_SECRET?.trim()
        if (!clientSecret) throw badRequest('Set SSO_CLIENT_SECRET to the client secret from the provider')
        if (!idPattern.test(id)) throw badRequest('The ID can have lowercase letters, digits, and hyphens between them')
        const settings = {
          ...usualSettings,
          name,
          clientId,
          clientSecret,
          discoveryUrl,
          enforcedDomains: given.domain ?? [],
          trustsEmails: given.trustEmails ?? false,
          ownsDirectory: given.ownsDirectory ?? false,
          scopes: given.scope ?? [],
          claims: parseClaims(given.claim ?? []),
        }
        const provider = toJson(await createProvider(core, id, settings), baseUrl)
        show(cli.output, provider, () =>
          [
            `Redirect URI: ${provider.redirectUri}`,
            `Back-channel logout URI: ${provider.logoutUri}`,
            '',
            `Enter them at the provider, and run thumbturn sso test ${id}.`,
          ].join('\n'),
        )
      }),
    )

const testCommand = (cli: Cli) =>
  new Command('test')
    .description("Read the provider's configuration and keys")
    .argument('<id>', 'the provider')
    .action((id) =>
      cli.run(async (core) => {
        const tested = await testProvider(core, id, core.baseUrl)
        if (tested.outcome === 'failed') cli.terminal.setExitCode(1)
        show(cli.output, tested, () =>
          tested.outcome === 'good' ? `The issuer is ${tested.issuer}. Its keys can be read.` : tested.reason,
        )
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a provider; sessions that started there end immediately')
    .argument('<id>', 'the provider')
    .requiredOption('--yes', 'confirm that the provider is to be deleted')
    .action((id) =>
      cli.run(async (core) => {
        await deleteProvider(core, id)
        show(cli.output, { id, deleted: true }, () => `${id} is deleted.`)
      }),
    )
