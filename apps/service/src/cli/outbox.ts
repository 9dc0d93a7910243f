import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import type { OutboxMessage } from '../core/messages/outbox.ts'
import { applicationNamed } from './app.ts'
import { moment, type Output, show, table } from './output.ts'

const shown = 50
const banner = 'For development only: in production mode nothing is kept here.'

/** @throws AppError bad_request in production mode, where whoever has this shell must not read codes */
function mustBeDevelopment({ THUMBTURN_MODE }: Config) {
  if (THUMBTURN_MODE === 'production') throw badRequest('There is no outbox in production mode (THUMBTURN_MODE)')
}

type Asked = { appId: string | undefined; id?: string; config: Config }

/** `outbox list <app>`: the newest messages that were kept instead of being sent. */
export async function outboxList(core: Core, output: Output, { appId, config }: Asked) {
  mustBeDevelopment(config)
  const application = await applicationNamed(core, appId)
  const messages = await core.store.outbox.list(application.id, shown)
  show(output, messages, () =>
    [
      table(
        ['id', 'at', 'channel', 'to', 'says'],
        messages.map((message) => [message.id, moment(message.createdAt), message.channel, message.to, gist(message)]),
      ),
      '',
      banner,
    ].join('\n'),
  )
}

const gist = (message: OutboxMessage) => (message.channel === 'email' ? message.subject : message.text.split('\n')[0]!)

/** `outbox show <app> <id>`: one message, whole. */
export async function outboxShow(core: Core, output: Output, { appId, id, config }: Asked) {
  mustBeDevelopment(config)
  const application = await applicationNamed(core, appId)
  const message = id === undefined ? undefined : await core.store.outbox.find(application.id, id)
  if (!message) throw notFound(`The outbox of ${application.id} has no ${id ?? '(no id given)'} (see outbox list)`)
  show(output, message, () =>
    [
      `${message.channel} to ${message.to}, ${moment(message.createdAt)}`,
      ...(message.channel === 'email' ? [`From ${message.senderName}`, message.subject] : []),
      '',
      message.text,
      '',
      banner,
    ].join('\n'),
  )
}
