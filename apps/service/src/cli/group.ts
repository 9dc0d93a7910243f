import { Command } from '@commander-js/extra-typings'
import { GroupRequest } from '@thumbturn/contract/vocabulary/profiles.ts'
import { Type } from 'typebox'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import { type Group, toGroupKey } from '../core/model/groups/group.ts'
import type { Backend } from '../core/use-cases/applications/backend.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  findGroup,
  type GroupInput,
  listGroups,
} from '../core/use-cases/groups/manage.ts'
import { addMembers, listMembers, removeMember } from '../core/use-cases/groups/members.ts'
import type { Cli } from './cli.ts'
import { backendNamed, isUuid, userHelp, userNamed } from './named-user.ts'
import { count, labeled, show, table } from './output.ts'
import { requireShape } from './shape.ts'
import { parseClaims } from './user.ts'

export const createGroupCommands = (cli: Cli) =>
  new Command('group')
    .description("Manage the groups of an application's users")
    .addCommand(listCommand(cli))
    .addCommand(createCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(deleteCommand(cli))
    .addCommand(membersCommand(cli))
    .addCommand(addCommand(cli))
    .addCommand(removeCommand(cli))

const groupHelp = 'the name or the id of the group'
const claimsHelp = 'custom claims of its members, as a JSON object'

/** By ID or name, in any case. */
async function groupNamed(core: Core, backend: Backend, group: string): Promise<Group> {
  if (isUuid(group)) return findGroup(core, backend, group)
  const found = await core.store.groups.findByName({ appId: backend.application.id, nameKey: toGroupKey(group) })
  if (!found) throw notFound(`${backend.application.id} has no group ${group}`)
  return found
}

const toJson = ({ nameKey: _, ...group }: Group) => group

const pageSize = 100

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's groups by name")
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const groups = await listAll(core, await backendNamed(core, app))
        show(cli.output, groups.map(toJson), () =>
          table(
            ['id', 'name', 'description', 'claims'],
            groups.map(({ id, name, description = '', claims }) => [id, name, description, JSON.stringify(claims)]),
          ),
        )
      }),
    )

async function listAll(core: Core, backend: Backend): Promise<Group[]> {
  const all: Group[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof listGroups>> = await listGroups(core, backend, { after, limit: pageSize })
    all.push(...page.groups)
    after = page.next
  }
  return all
}

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Create a group without members')
    .argument('<app>', 'the application')
    .argument('<name>', 'the name, unique in the application')
    .option('--description <text>', 'the purpose of the group')
    .option('--claims <json>', claimsHelp)
    .action((app, name, options) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const group = await createGroup(core, backend, readGroup({ name, ...options }, GroupRequest) as GroupInput)
        show(cli.output, toJson(group), () => `Group ${group.name} (${group.id}) was created.`)
      }),
    )

type GroupOptions = { name?: string; description?: string; claims?: string }

/** @throws AppError bad_request: a field doesn't fit, or the claims are no JSON */
function readGroup({ claims, ...fields }: GroupOptions, schema: typeof GroupRequest | typeof GroupPatch) {
  const given = { ...fields, ...(claims !== undefined && { claims: parseClaims(claims) }) }
  requireShape(given, schema, 'The group is invalid')
  return given as Partial<GroupInput>
}

const GroupPatch = Type.Partial(GroupRequest)

const setCommand = (cli: Cli) =>
  new Command('set')
    .description('Change a group; what you leave out stays as it is')
    .argument('<app>', 'the application')
    .argument('<group>', groupHelp)
    .option('--name <name>', 'the new name; clients whose allowed groups have the old one keep it')
    .option('--description <text>', 'the purpose of the group; empty: none')
    .option('--claims <json>', `${claimsHelp}, instead of all that it has`)
    .action((app, named, options) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id } = await groupNamed(core, backend, named)
        const group = await changeGroup(core, backend, { id, ...readGroup(options, GroupPatch) })
        show(cli.output, toJson(group), () =>
          labeled([
            ['id', group.id],
            ['name', group.name],
            ['description', group.description ?? ''],
            ['claims', JSON.stringify(group.claims)],
          ]),
        )
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a group; its members remain users')
    .argument('<app>', 'the application')
    .argument('<group>', groupHelp)
    .requiredOption('--yes', 'confirm that the group is to be deleted')
    .action((app, named) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, name } = await groupNamed(core, backend, named)
        await deleteGroup(core, backend, id)
        show(cli.output, { id, deleted: true }, () => `Group ${name} (${id}) was deleted.`)
      }),
    )

const membersCommand = (cli: Cli) =>
  new Command('members')
    .description('List the members of a group, in the order of their ids')
    .argument('<app>', 'the application')
    .argument('<group>', groupHelp)
    .option('--after <id>', 'only members after this one')
    .option('--limit <n>', 'the maximum number of members', '100')
    .action((app, named, { after, limit }) =>
      cli.run(async (core) => {
        if (!/^[1-9]\d{0,4}$/.test(limit)) throw badRequest('--limit takes a whole number from 1 to 99999')
        const backend = await backendNamed(core, app)
        const { id } = await groupNamed(core, backend, named)
        const { members, next } = await listMembers(core, backend, { id, after, limit: Number(limit) })
        show(cli.output, members, () => {
          const rows = members.map(({ userId, username, displayName, status }) => [
            userId,
            username,
            displayName,
            status,
          ])
          const more = next === undefined ? '' : `\n\nThere are more: add --after ${next}`
          return table(['id', 'username', 'display name', 'status'], rows) + more
        })
      }),
    )

const addCommand = (cli: Cli) =>
  new Command('add')
    .description('Add users to a group: all of them or none')
    .argument('<app>', 'the application')
    .argument('<group>', groupHelp)
    .argument('<users...>', userHelp)
    .action((app, named, users) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, name } = await groupNamed(core, backend, named)
        const userIds = await findUserIds(core, backend, users)
        await addMembers(core, backend, { id, userIds })
        show(cli.output, { id, added: userIds }, () => `${count(userIds.length, 'user')} added to ${name}.`)
      }),
    )

const removeCommand = (cli: Cli) =>
  new Command('remove')
    .description('Remove users from a group')
    .argument('<app>', 'the application')
    .argument('<group>', groupHelp)
    .argument('<users...>', userHelp)
    .action((app, named, users) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, name } = await groupNamed(core, backend, named)
        const userIds = await findUserIds(core, backend, users)
        for (const userId of userIds) await removeMember(core, { backend, userId }, id)
        show(cli.output, { id, removed: userIds }, () => `${count(userIds.length, 'user')} removed from ${name}.`)
      }),
    )

/** @throws AppError not_found: one of them is no user */
async function findUserIds(core: Core, backend: Backend, users: readonly string[]): Promise<string[]> {
  const found = await Promise.all(users.map((user) => userNamed(core, backend, user)))
  return [...new Set(found.map(({ user: { id } }) => id))]
}
