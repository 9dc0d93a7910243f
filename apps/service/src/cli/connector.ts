import { Command } from '@commander-js/extra-typings'
import { ConnectorPatch, ConnectorRequest, SecretsRequest } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../core/core.ts'
import type { Connector } from '../core/model/connectors/connector.ts'
import {
  changeConnector,
  createConnector,
  deleteConnector,
  findConnector,
  pauseConnector,
  rotateSecrets,
} from '../core/use-cases/connectors/manage.ts'
import { listSecretFields } from '../core/use-cases/connectors/secrets.ts'
import { findListed, type ListedConnector, listConnectors } from '../core/use-cases/connectors/status.ts'
import { testConnector } from '../core/use-cases/connectors/test.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { createDeadLettersCommand, createDiscardCommand, createReplayCommand } from './connector-letters.ts'
import { readJsonFile } from './json-file.ts'
import { labeled, moment, show, table } from './output.ts'

export const createConnectorCommands = (cli: Cli) =>
  new Command('connector')
    .description("Manage the connectors that send an application's events to other systems")
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(createCommand(cli))
    .addCommand(changeCommand(cli))
    .addCommand(testCommand(cli))
    .addCommand(pauseCommand(cli, true))
    .addCommand(pauseCommand(cli, false))
    .addCommand(rotateCommand(cli))
    .addCommand(createDeadLettersCommand(cli))
    .addCommand(createReplayCommand(cli))
    .addCommand(createDiscardCommand(cli))
    .addCommand(deleteCommand(cli))

const idHelp = 'the id of the connector (see connector list)'

const toJson = (core: Core, { connector, status }: ListedConnector) => {
  const { secrets, ...rest } = connector
  const { progress, ...summary } = status
  const { delivered, missed, deliveredAt, nextAt, lastError } = progress
  return {
    ...rest,
    secretFields: listSecretFields(core, connector),
    status: { ...summary, delivered, missed, deliveredAt, nextAt, lastError },
  }
}

const describeLag = ({ lag }: ListedConnector['status']) =>
  lag.events === 0 ? '0' : `${lag.events} (${Math.floor(lag.ms / 1_000)} s)`

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's connectors with their state")
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const listed = await listConnectors(core, (await applicationNamed(core, app)).id)
        const all = listed.map((one) => toJson(core, one))
        show(cli.output, all, () =>
          table(
            ['id', 'name', 'type', 'state', 'waiting', 'delivered', 'dead letters'],
            listed.map(({ connector: { id, name, target }, status }) => [
              id,
              name,
              target.type,
              status.state,
              describeLag(status),
              String(status.progress.delivered),
              String(status.deadLetters),
            ]),
          ),
        )
      }),
    )

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show the settings and state of a connector, without its secrets')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .action((app, id) =>
      cli.run(async (core) => {
        const listed = await findListed(core, (await applicationNamed(core, app)).id, id)
        show(cli.output, toJson(core, listed), () => describeConnector(core, listed))
      }),
    )

function describeConnector(core: Core, { connector, status }: ListedConnector): string {
  const { progress } = status
  const error = progress.lastError && `${moment(progress.lastError.at)} ${progress.lastError.error}`
  return labeled([
    ['id', connector.id],
    ['name', connector.name],
    ['target', JSON.stringify(connector.target)],
    ['filter', JSON.stringify(connector.filter)],
    ['secrets', listSecretFields(core, connector).join(' ')],
    ['state', status.state],
    ['waiting', describeLag(status)],
    ['delivered', `${progress.delivered}${progress.missed > 0 ? `, missed ${progress.missed}` : ''}`],
    ['dead letters', String(status.deadLetters)],
    ['last delivery', moment(progress.deliveredAt)],
    ['last error', error ?? ''],
  ])
}

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Create a connector, which sends all events from now on')
    .argument('<app>', 'the application')
    .argument('<file>', 'JSON with name, target, filter, and secrets; - for standard input')
    .addHelpText('after', example)
    .action((app, file) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const { connector, signingSecret } = await createConnector(
          core,
          application,
          readJsonFile(file, ConnectorRequest),
        )
        showOnce(cli, connector, { signingSecret, done: `Connector ${connector.id} of ${application.id} was created.` })
      }),
    )

const example = `
The file has the fields of the administration API, for example:
  { "name": "SIEM", "target": { "type": "webhook", "url": "https://siem.example.com/events" } }
  { "name": "Splunk", "target": { "type": "splunk", "url": "https://splunk.example.com:8088" },
    "secrets": { "token": "…" }, "filter": { "severity": "notice" } }
`

type Once = { signingSecret: string | undefined; done: string }

/** The signing secret of a webhook is shown only now. */
function showOnce({ output }: Cli, { id, appId }: Connector, { signingSecret, done }: Once): void {
  show(output, { id, appId, signingSecret }, () =>
    signingSecret === undefined
      ? done
      : [signingSecret, '', done, "The signing secret isn't shown again. Keep it like a password."].join('\n'),
  )
}

const changeCommand = (cli: Cli) =>
  new Command('change')
    .description('Change a connector; each field in the file replaces the whole field')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .argument('<file>', 'JSON with name, target, filter, or secrets; - for standard input')
    .action((app, id, file) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        await changeConnector(core, application, { id, ...readJsonFile(file, ConnectorPatch) })
        const listed = await findListed(core, application.id, id)
        show(cli.output, toJson(core, listed), () => describeConnector(core, listed))
      }),
    )

const testCommand = (cli: Cli) =>
  new Command('test')
    .description("Send a test event through a connector, and show the receiver's response")
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .action((app, id) =>
      cli.run(async (core) => {
        const result = await testConnector(core, await applicationNamed(core, app), id)
        show(cli.output, result, () =>
          result.status === 'delivered' ? 'The receiver accepted the test event.' : `It failed: ${result.error}`,
        )
        if (result.status === 'failed') cli.terminal.setExitCode(1)
      }),
    )

const pauseCommand = (cli: Cli, isPaused: boolean) =>
  new Command(isPaused ? 'pause' : 'resume')
    .description(
      isPaused ? 'Pause a connector; its events wait' : 'Resume a connector after the last event that it sent',
    )
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .action((app, id) =>
      cli.run(async (core) => {
        await pauseConnector(core, await applicationNamed(core, app), { id, isPaused })
        show(cli.output, { id, isPaused }, () => `Connector ${id} is ${isPaused ? 'paused' : 'active'}.`)
      }),
    )

const rotateCommand = (cli: Cli) =>
  new Command('rotate')
    .description('Replace the secrets of a connector; a webhook gets a new one, and uses both for 24 hours')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .argument('[file]', 'JSON with secrets, for all types but webhooks; - for standard input')
    .action((app, id, file) =>
      cli.run(async (core) => {
        const { secrets } = file === undefined ? {} : readJsonFile(file, SecretsRequest)
        const rotated = await rotateSecrets(core, await applicationNamed(core, app), { id, secrets })
        const done = `The secrets of connector ${id} were replaced.`
        showOnce(cli, rotated.connector, { signingSecret: rotated.signingSecret, done })
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a connector and its dead letters')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .requiredOption('--yes', 'confirm that the connector is to be deleted')
    .action((app, id) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const { name } = await findConnector(core, application.id, id)
        await deleteConnector(core, application, id)
        show(cli.output, { id, deleted: true }, () => `Connector ${name} was deleted.`)
      }),
    )
