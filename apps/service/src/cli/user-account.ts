import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { badRequest } from '../core/errors.ts'
import { exportUserData } from '../core/use-cases/exports/user-data.ts'
import { createUser } from '../core/use-cases/users/administer.ts'
import { inviteUser } from '../core/use-cases/users/invite.ts'
import type { Cli } from './cli.ts'
import { layout } from './layout.ts'
import { backendNamed, userHelp, userNamed } from './named-user.ts'
import { inJson, moment, show } from './output.ts'

export const createNewUserCommand = (cli: Cli) =>
  new Command('create')
    .description('Create a user without a passkey; `user invite` lets them create one')
    .argument('<app>', 'the application')
    .argument('<username>', 'the username')
    .option('--name <name>', 'the name in passkey dialogs; by default, the username')
    .action((app, username, { name: displayName }) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id } = await createUser(core, backend, { username, ...(displayName && { displayName }) })
        show(cli.output, { id, username }, () => `Created ${username} (${id}).`)
      }),
    )

export const createInviteCommand = (cli: Cli) =>
  new Command('invite')
    .description('Print a link with which a user creates their first passkey; it is shown only once')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .option('--hours <n>', 'how long the link works, at most 168', '72')
    .option('--page <url>', "a page of the application's own instead of the hosted one")
    .action((app, user, { hours, page }) =>
      cli.run(async (core) => {
        if (!/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > 168)
          throw badRequest('--hours takes a whole number from 1 to 168')
        const backend = await backendNamed(core, app)
        const { id: userId, username } = (await userNamed(core, backend, user)).user
        const { link, expiresAt } = await inviteUser(core, backend, {
          userId,
          hours: Number(hours),
          page,
          command: layout.command,
        })
        const about = `${username} can create a passkey with this link until ${moment(expiresAt)}. It works once:`
        show(cli.output, { link, expiresAt }, () => `${about}\n${link}`)
      }),
    )

export const createDataCommand = (cli: Cli) =>
  new Command('data')
    .description('Export everything that is stored about a user, as JSON')
    .argument('<app>', 'the application')
    .argument('<user>', userHelp)
    .argument('[file]', 'a new file, which only you can read; standard output by default')
    .action((app, user, file) =>
      cli.run(async (core) => {
        const backend = await backendNamed(core, app)
        const { id, username } = (await userNamed(core, backend, user)).user
        const text = inJson(await exportUserData(core, backend.application, id))
        if (file === undefined) return cli.output.write(text)
        const path = resolve(file)
        writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
        show(cli.output, { id, path }, () => `Exported the data of ${username} into ${path}.`)
      }),
    )
