import { Command } from '@commander-js/extra-typings'
import type { Config } from '../config.ts'
import { badRequest, notFound } from '../core/errors.ts'
import type { OutboxMessage } from '../core/model/messages/outbox-message.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { moment, show, table } from './output.ts'

const listed = 50
const banner = 'For development only: in production mode no messages are kept here.'

export const createOutboxCommands = (cli: Cli) =>
  new Command('outbox')
    .description('Read the messages that development mode keeps instead of sending')
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))

/** @throws AppError bad_request in production mode, where an operator must not read codes */
function rejectProduction({ THUMBTURN_MODE }: Config) {
  if (THUMBTURN_MODE === 'production') throw badRequest('There is no outbox in production mode (THUMBTURN_MODE)')
}

const listCommand = (cli: Cli) =>
  new Command('list')
    .description(`List an application's latest ${listed} messages`)
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        rejectProduction(core.config)
        const application = await applicationNamed(core, app)
        const messages = await core.store.outbox.list(application.id, listed)
        show(
          cli.output,
          messages,
          () => `${table(['id', 'at', 'channel', 'to', 'says'], messages.map(toRow))}\n\n${banner}`,
        )
      }),
    )

const toRow = (message: OutboxMessage) => [
  message.id,
  moment(message.createdAt),
  message.channel,
  message.to,
  message.channel === 'email' ? message.subject : message.text.split('\n')[0]!,
]

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show a message')
    .argument('<app>', 'the application')
    .argument('<id>', 'the message (see outbox list)')
    .action((app, id) =>
      cli.run(async (core) => {
        rejectProduction(core.config)
        const application = await applicationNamed(core, app)
        const message = await core.store.outbox.find(application.id, id)
        if (!message) throw notFound(`The outbox of ${application.id} has no message ${id} (see outbox list)`)
        show(cli.output, message, () => toText(message))
      }),
    )

const toText = (message: OutboxMessage) =>
  [
    `${message.channel} to ${message.to}, ${moment(message.createdAt)}`,
    ...(message.channel === 'email' ? [`From ${message.senderName}`, message.subject] : []),
    '',
    message.text,
    '',
    banner,
  ].join('\n')
