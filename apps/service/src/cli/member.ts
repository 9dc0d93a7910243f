import { Command } from '@commander-js/extra-typings'
import { everyApplication, type RoleAssignment, roles } from '@thumbturn/contract/vocabulary/roles.ts'
import { badRequest } from '../core/errors.ts'
import type { Invitation } from '../core/model/members/invitation.ts'
import type { MemberWithRoles } from '../core/model/members/member.ts'
import { inviteMember } from '../core/use-cases/members/invite.ts'
import { listLinks, removeLink, type SsoLink } from '../core/use-cases/members/links.ts'
import {
  changeMember,
  findMemberByName,
  type Recovery,
  recoverMember,
  removeMember,
} from '../core/use-cases/members/manage.ts'
import { type Cli, collect } from './cli.ts'
import { moment, show, table } from './output.ts'
import { printLink } from './set-up-link.ts'

const by = 'command line'
const roleHelp = `${roles.join(', ')} of the installation, or app=role for one application (repeatable)`

export const createMemberCommands = (cli: Cli) =>
  new Command('member')
    .description('Manage the members of the installation, who sign in to the dashboard')
    .addCommand(listCommand(cli))
    .addCommand(inviteCommand(cli))
    .addCommand(roleCommand(cli))
    .addCommand(linksCommand(cli))
    .addCommand(unlinkCommand(cli))
    .addCommand(removeCommand(cli))
    .addCommand(recoverCommand(cli))

/** @throws AppError bad_request: a role is unknown */
function parseRoles(given: readonly string[]): RoleAssignment[] {
  return given.map((text) => {
    const [before = '', after] = text.split('=')
    const [application, name] = after === undefined ? [everyApplication, before] : [before, after]
    const role = roles.find((one) => one === name)
    if (role === undefined || application === '')
      throw badRequest(`There is no role ${text}: use ${roles.join(', ')}, or app=role`)
    return { application, role }
  })
}

const inWords = ({ roles: held }: Pick<MemberWithRoles, 'roles'>) =>
  held.map(({ application, role }) => (application === everyApplication ? role : `${application}=${role}`)).join(' ')

const toJson = ({ appId, ...member }: MemberWithRoles) => member

const listCommand = (cli: Cli) =>
  new Command('list').description('List the members with their roles').action(() =>
    cli.run(async ({ store }) => {
      const members = await store.members.list()
      const rows = members.map((one) => [one.username, one.name, inWords(one), moment(one.createdAt)])
      show(cli.output, members.map(toJson), () => table(['username', 'name', 'roles', 'joined'], rows))
    }),
  )

const inviteCommand = (cli: Cli) =>
  new Command('invite')
    .description('Print a link for one member to join; it is shown only once')
    .requiredOption('--role <role>', roleHelp, collect)
    .option('--email <address>', 'who the invitation is for')
    .option('--hours <n>', 'how long the link is valid, at most 168', '72')
    .action(({ role, email, hours }) =>
      cli.run(async (core) => {
        if (!/^([1-9]\d?|1[0-5]\d|16[0-8])$/.test(hours)) throw badRequest('--hours takes a whole number from 1 to 168')
        const invitation = { roles: parseRoles(role), email, hours: Number(hours), by }
        await printLink(cli, core, async () => toLink(await inviteMember(core, invitation)))
      }),
    )

const toLink = ({ invitation, token }: { invitation: Invitation; token: string }) => ({
  id: invitation.id,
  token,
  expiresAt: invitation.expiresAt,
})

const toRecoveryLink = ({ unlinked, ...recovery }: Recovery) => ({ ...toLink(recovery), unlinked })

const roleCommand = (cli: Cli) =>
  new Command('role')
    .description("Replace a member's roles, which count for their next call")
    .argument('<username>', 'the member')
    .argument('<roles...>', roleHelp)
    .action((username, given) =>
      cli.run(async (core) => {
        const { userId } = await findMemberByName(core, username)
        const changed = await changeMember(core, userId, { roles: parseRoles(given) })
        show(cli.output, toJson(changed), () => `${changed.username} is now ${inWords(changed)}.`)
      }),
    )

const linksCommand = (cli: Cli) =>
  new Command('links')
    .description('List the accounts of identity providers with which a member can sign in')
    .argument('<username>', 'the member')
    .action((username) =>
      cli.run(async (core) => {
        const links = await listLinks(core, (await findMemberByName(core, username)).userId)
        const rows = links.map((link) => [link.id, link.providerName, ...describeEmail(link), describeUse(link)])
        show(cli.output, links, () => table(['link', 'provider', 'email address', 'verified', 'last used'], rows))
      }),
    )

const describeEmail = ({ email, emailVerified }: SsoLink) =>
  email === undefined ? ['–', '–'] : [email, emailVerified ? 'yes' : 'no']

const describeUse = ({ lastUsedAt }: SsoLink) => (lastUsedAt === undefined ? '–' : moment(lastUsedAt))

const unlinkCommand = (cli: Cli) =>
  new Command('unlink')
    .description('Remove a link of a member, whose sessions from its provider end immediately')
    .argument('<username>', 'the member')
    .argument('<link>', 'the link, as `member links` shows it')
    .action((username, id) =>
      cli.run(async (core) => {
        const { userId, username: name } = await findMemberByName(core, username)
        await removeLink(core, { userId, id })
        show(cli.output, { id, removed: true }, () => `The account can no longer sign in as ${name}.`)
      }),
    )

const removeCommand = (cli: Cli) =>
  new Command('remove')
    .description('Remove a member and their passkeys; their sessions end immediately')
    .argument('<username>', 'the member')
    .requiredOption('--yes', 'confirm that the member is to be removed')
    .action((username) =>
      cli.run(async (core) => {
        const member = await findMemberByName(core, username)
        await removeMember(core, member.userId)
        show(cli.output, { id: member.userId, removed: true }, () => `${member.username} is no longer a member.`)
      }),
    )

const recoverCommand = (cli: Cli) =>
  new Command('recover')
    .description(
      'Print a link for a member who lost their passkey to register a new one; whatever else opened the account stops working',
    )
    .argument('<username>', 'the member')
    .action((username) =>
      cli.run((core) =>
        printLink(cli, core, async () =>
          toRecoveryLink(await recoverMember(core, await findMemberByName(core, username), by)),
        ),
      ),
    )
