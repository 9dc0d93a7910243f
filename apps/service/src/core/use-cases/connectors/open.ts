import type { Core } from '../../core.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { Destination } from '../../ports/destinations.ts'
import { readCurrentSecrets } from './secrets.ts'

/** How to open the destination of a connector. `version` differs when an open one must be replaced. */
type Opening = { version: string; open(): Destination }

type OpenCore = Pick<Core, 'openDestination' | 'secretBox' | 'now'>

export function openConnector(core: OpenCore, connector: Connector): Opening {
  const { id, appId, target } = connector
  try {
    const secrets = readCurrentSecrets(core, connector)
    const version = `${connector.version} ${'previousSigningSecret' in secrets}`
    return { version, open: () => core.openDestination({ id, appId, target, secrets }) }
  } catch (error) {
    return { version: 'unusable', open: () => createUnusable((error as Error).message) }
  }
}

/** The master key is another one, for example. */
const createUnusable = (error: string): Destination => ({
  send: async () => ({ status: 'failed', kind: 'setup', error }),
  close: async () => {},
})
