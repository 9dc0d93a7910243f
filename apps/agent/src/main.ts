// The checkout agent: `node apps/agent/src/main.ts` serves the tools and the purchase API. With `stdio`, it bridges a
// stdio client to the agent at AGENT_URL.
import { startCheckoutAgent } from './server.ts'
import { readSettings, type Settings } from './settings.ts'
import { bridgeStdio } from './stdio/bridge.ts'

try {
  await run(readSettings(process.env))
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  process.exitCode = 1
}

async function run(settings: Settings): Promise<void> {
  if (process.argv[2] === 'stdio') {
    const { AGENT_URL: url = `http://localhost:${settings.AGENT_PORT}`, AGENT_CLIENT_ID: clientId } = settings
    return bridgeStdio({ url, clientId })
  }
  const agent = await startCheckoutAgent(settings)
  console.log(`  Agent     ${agent.url}/mcp (MCP; users of ${settings.AGENT_APPLICATION} sign in)`)
  // As a child process, it exits when its parent exits.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.once(end, () => void agent.close().then(() => process.exit(0)))
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'The checkout agent does not run: its port is taken. Stop what uses it, or choose another with AGENT_PORT=…'
  return message
}
