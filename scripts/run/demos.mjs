// Started by `npm start` with the service: builds the pages of the demo's backends, then runs them until the service
// stops.
import { join } from 'node:path'
import { buildPages, hasPage } from '../build/pages.mjs'
import { root } from './install.mjs'

if (!hasPage('bank')) console.log('  Building the pages of the demos; this happens once…')
if (!buildPages()) console.error('  Some pages of the demo could not be built.')
// The service may have stopped in the meantime.
if (process.connected) {
  await import(join(root, 'apps/demo/backends/main.ts'))
  await startAgent()
}

/** The checkout agent, and the wallet where users confirm. */
async function startAgent() {
  const { SERVICE_URL, WALLET_PORT } = process.env
  process.env.AGENT_APPLICATION ??= `${SERVICE_URL}/apps/wallet`
  process.env.AGENT_PAGE ??= `http://localhost:${WALLET_PORT}/purchase`
  await import(join(root, 'apps/agent/src/main.ts'))
}
