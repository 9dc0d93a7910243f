import { Command, Option } from '@commander-js/extra-typings'
import { profileFields } from '@thumbturn/contract/vocabulary/profiles.ts'
import { passkeyCounts, userSorts } from '@thumbturn/contract/vocabulary/users.ts'
import { badRequest } from '../core/errors.ts'
import { type Profile, toProfileFields } from '../core/model/users/profile.ts'
import { type ListedUser, passkeyRanges, type User, type UserSearch } from '../core/model/users/user.ts'
import { searchUsers } from '../core/use-cases/users/administer.ts'
import { deleteUser, signOutUser } from '../core/use-cases/users/manage.ts'
import { changeProfile, describeUser } from '../core/use-cases/users/profile.ts'
import { describeChoices, parseChoices } from './choices.ts'
import { type Cli, collect } from './cli.ts'
import { backendNamed, userHelp, userNamed } from './named-user.ts'
import { labeled, moment, show, table } from './output.ts'
import { createDataCommand, createInviteCommand, createNewUserCommand } from './user-account.ts'

export const createUserCommands = (cli: Cli) =>
  new Command('user')
    .description("Find, create, invite, change, sign out, and delete an application's users")
    .addCommand(listCommand(cli))
    .addCommand(createNewUserCommand(cli))
    .addCommand(createInviteCommand(cli))
    .addCommand(createDataCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(signOutCommand(cli))
    .addCommand(deleteCommand(cli))

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's users")
    .argument('<app>', 'the application')
    .option('--search <text>', 'only users with this text in a name, a contact, or the id')
    .addOption(new Option('--status <status>', 'only users with this status').choices(['active', 'inactive']))
    .addOption(new Option('--passkeys <number>', 'only users with this number of passkeys').choices(passkeyCounts))
    .addOption(new Option('--sort <order>', 'by username, or the newest first').choices(userSorts).default('username'))
    .option('--after <position>', 'only users after this position, which the previous list ended with')
    .option('--limit <n>', 'the maximum number of users', '100')
    .action((app, { limit, sort, search, passkeys, ...rest }) =>
      cli.run(async (core) => {
        if (!/^[1-9]\d{0,4}$/.test(limit)) throw badRequest('--limit takes a whole number from 1 to 99999')
        const filter = { ...rest, text: search, passkeys: passkeys && passkeyRanges[passkeys] }
        const page = { ...filter, order: sort, limit: Number(limit) } as UserSearch
        const { users, next } = await searchUsers(core, await backendNamed(core, app), page)
        show(cli.output, users.map(toJson), () => inWords(users, next))
      }),
    )

const toJson = <T extends User>({ usernameKey, tokenEpoch: _epoch, ...user }: T) => user

function inWords(users: readonly ListedUser[], next: string | undefined): string {
  const rows = users.map((user) => [
    user.id,
    user.username,
    user.status,
    String(user.passkeys),
    moment(user.lastSignInAt),
  ])
  const more = next === undefined ? '' : `\n\nThere can be more: add --after '${next}'`
  return table(['id', 'username', 'status', 'passkeys', 'last sign-in'], rows) + more
}

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show a user with profile, groups, and all passkeys')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .action((app, user) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const found = await userNamed(core, backend, user)
        const { usernames, devices } = found
        const { profile, groups } = await describeUser(core, { backend, userId: found.user.id })
        const passkeys = found.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt,
          lastUsedAt,
        }))
        const { claims, ...fields } = toProfileJson(profile)
        const known = { usernames, profile: fields, claims, groups: groups.map(({ name }) => name), passkeys }
        show(cli.output, { ...toJson(found.user), ...known }, () => {
          const { id, username, displayName, status, createdAt } = found.user
          const names = { 'known as': usernames.join(', '), groups: known.groups.join(', ') }
          const about = { ...fields, claims: JSON.stringify(claims) }
          const facts = { id, username, 'display name': displayName, status, ...names, ...about }
          return [
            labeled(Object.entries({ ...facts, created: moment(createdAt), devices: String(devices.length) })),
            '',
            table(
              ['passkey', 'name', 'registered', 'last used'],
              passkeys.map((one) => [one.id, one.name, moment(one.createdAt), moment(one.lastUsedAt)]),
            ),
          ].join('\n')
        })
      }),
    )

const toProfileJson = (profile: Profile) => ({ ...toProfileFields(profile), claims: profile.claims })

const setCommand = (cli: Cli) =>
  new Command('set')
    .description('Change the profile and the custom claims of a user; what you leave out stays as it is')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .option('--set <name=value>', 'a field of the profile (repeatable); empty: none', collect)
    .option('--claims <json>', 'custom claims, as a JSON object, instead of all that the user has')
    .addHelpText('after', () => describeChoices(profileFields))
    .action((app, user, { set = [], claims }) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id: userId } = (await userNamed(core, backend, user)).user
        const patch = {
          ...parseChoices(profileFields, set),
          ...(claims !== undefined && { claims: parseClaims(claims) }),
        }
        const shown = toProfileJson(await changeProfile(core, { backend, userId }, patch))
        show(cli.output, { userId, ...shown }, () =>
          labeled(Object.entries({ id: userId, ...shown, claims: JSON.stringify(shown.claims) })),
        )
      }),
    )

/** @throws AppError bad_request: no JSON object */
export function parseClaims(text: string): object {
  try {
    const claims: unknown = JSON.parse(text)
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims
  } catch {
    // As any other text that isn't an object.
  }
  throw badRequest('--claims takes a JSON object, such as {"department":"Engines"}')
}

const signOutCommand = (cli: Cli) =>
  new Command('sign-out')
    .description('Sign a user out everywhere: all tokens, sessions, and codes that were issued so far stop working')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .action((app, user) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, username } = (await userNamed(core, backend, user)).user
        await signOutUser(core, { backend, userId: id })
        show(cli.output, { id, signedOut: true }, () => `User ${username} (${id}) is signed out everywhere.`)
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a user with all passkeys, contacts, and devices')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .requiredOption('--yes', 'confirm that the user is to be deleted')
    .action((app, user) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, username } = (await userNamed(core, backend, user)).user
        await deleteUser(core, { backend, userId: id })
        show(cli.output, { id, deleted: true }, () => `User ${username} (${id}) was deleted.`)
      }),
    )
