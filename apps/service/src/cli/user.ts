import { Command } from '@commander-js/extra-typings'
import { profileFields } from '@thumbturn/contract/vocabulary/profiles.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { type Profile, toProfileFields } from '../core/model/users/profile.ts'
import type { User } from '../core/model/users/user.ts'
import { usernameKey } from '../core/model/users/username.ts'
import type { Backend } from '../core/use-cases/applications/backend.ts'
import { listUsers } from '../core/use-cases/users/administer.ts'
import {
  deleteUser,
  type FoundUser,
  findUserById,
  findUserByName,
  signOutUser,
} from '../core/use-cases/users/manage.ts'
import { changeProfile, describeUser } from '../core/use-cases/users/profile.ts'
import { applicationNamed } from './app.ts'
import { describeChoices, parseChoices } from './choices.ts'
import { type Cli, collect } from './cli.ts'
import { labeled, moment, show, table } from './output.ts'

export const createUserCommands = (cli: Cli) =>
  new Command('user')
    .description("Look up, change, sign out, and delete an application's users")
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(signOutCommand(cli))
    .addCommand(deleteCommand(cli))

export const backendNamed = async (core: Core, app: string): Promise<Backend> => ({
  application: await applicationNamed(core, app),
  keyId: 'command line',
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuid.test(text)

export const userHelp = 'the id, the username, or a verified contact'

/** By id, username, or verified contact. */
export const userNamed = (core: Core, backend: Backend, user: string): Promise<FoundUser> =>
  isUuid(user) ? findUserById(core, backend, user) : findUserByName(core, backend, user)

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's users by username")
    .argument('<app>', 'the application')
    .option('--after <username>', 'only users after this one')
    .option('--limit <n>', 'the maximum number of users', '100')
    .action((app, { after = '', limit }) =>
      cli.run(async (core) => {
        if (!/^[1-9]\d{0,4}$/.test(limit)) throw badRequest('--limit takes a whole number from 1 to 99999')
        const backend = await backendNamed(core, app)
        const page = { status: undefined, after: usernameKey(after), limit: Number(limit) }
        const { users, hasMore } = await listUsers(core, backend, page)
        show(cli.output, users.map(toJson), () => inWords(users, hasMore))
      }),
    )

const toJson = ({ usernameKey, tokenEpoch: _epoch, ...user }: User) => user

function inWords(users: readonly User[], hasMore: boolean): string {
  const rows = users.map(({ id, username, status, createdAt }) => [id, username, status, moment(createdAt)])
  const more = hasMore ? `\n\nThere are more: add --after ${users.at(-1)?.username}` : ''
  return table(['id', 'username', 'status', 'created'], rows) + more
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
