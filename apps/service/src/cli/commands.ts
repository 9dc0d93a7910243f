import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { type AppOptions, appCreate, appList, applicationNamed, appSet, showApplication } from './app.ts'
import { clientKeyAdd, clientKeyList, clientKeyRevoke } from './client-key.ts'
import { type EventOptions, eventsList } from './events.ts'
import { type KeyOptions, keyCreate, keyList, keyRevoke } from './key.ts'
import { outboxList, outboxShow } from './outbox.ts'
import type { Output } from './output.ts'
import { signingKeyList, signingKeyRetire, signingKeyRotate } from './signing-key.ts'

/** What was typed, and how to answer it. */
export type Given = {
  positionals: string[]
  values: AppOptions & KeyOptions & EventOptions
  output: Output
  config: Config
}

type Command = (core: Core, given: Given) => Promise<void>

/** Commands that work on the data of an installation, by their two words. */
export const commands: Record<string, Command> = {
  'app create': async (core, { positionals, values, output, config }) =>
    showApplication(output, await appCreate(core, positionals[2], values), config.BASE_URL),
  'app list': (core, { output }) => appList(core, output),
  'app show': async (core, { positionals, output, config }) =>
    showApplication(output, await applicationNamed(core, positionals[2]), config.BASE_URL),
  'app set': async (core, { positionals, values, output, config }) =>
    showApplication(output, await appSet(core, positionals[2], values), config.BASE_URL),
  'client-key add': (core, { positionals, values, output }) =>
    clientKeyAdd(core, output, { appId: positionals[2], file: positionals[3], name: values.name }),
  'client-key list': (core, { positionals, output }) => clientKeyList(core, output, positionals[2]),
  'client-key revoke': (core, { positionals, output }) =>
    clientKeyRevoke(core, output, { appId: positionals[2], id: positionals[3] }),
  'key create': (core, { positionals, values, output }) =>
    keyCreate(core, output, { appId: positionals[2], options: values }),
  'key list': (core, { positionals, output }) => keyList(core, output, positionals[2]),
  'outbox list': (core, { positionals, output, config }) => outboxList(core, output, { appId: positionals[2], config }),
  'outbox show': (core, { positionals, output, config }) =>
    outboxShow(core, output, { appId: positionals[2], id: positionals[3], config }),
  'key revoke': (core, { positionals, output }) =>
    keyRevoke(core, output, { appId: positionals[2], id: positionals[3] }),
  'signing-key rotate': (core, { positionals, output }) => signingKeyRotate(core, output, positionals[2]),
  'signing-key list': (core, { positionals, output }) => signingKeyList(core, output, positionals[2]),
  'signing-key retire': (core, { positionals, output }) =>
    signingKeyRetire(core, output, { appId: positionals[2], kid: positionals[3] }),
  'events list': (core, { positionals, values, output }) =>
    eventsList(core, output, { appId: positionals[2], options: values }),
}

/** How many words a command takes, its own two included: most take an application, some one word more. */
const words: Record<string, number> = {
  'app list': 2,
  'client-key add': 4,
  'client-key revoke': 4,
  'key revoke': 4,
  'outbox show': 4,
  'signing-key retire': 4,
}

/** The first word that a command has no use for, such as an origin whose `--origin` was forgotten. */
export const wordTooMany = (command: string, positionals: readonly string[]) => positionals[words[command] ?? 3]
