// The checkout agent: `node apps/agent/src/main.ts` serves the tools and the purchase API. With `stdio`, it bridges a
// stdio client to the agent at AGENT_URL.
import { startCheckoutAgent } from './server.ts'
import { keyFile, readKey, readSettings, type Settings } from './settings.ts'
import { bridgeStdio } from './stdio.ts'

try {
  await run(readSettings(process.env))
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  process.exitCode = 1
}

async function run(settings: Settings): Promise<void> {
  if (process.argv[2] === 'stdio') {
    const url = process.env.AGENT_URL ?? `http://localhost:${settings.AGENT_PORT}`
    const key = process.env.AGENT_KEY ?? readKey(settings)
    if (!key) throw new Error('Set AGENT_KEY to the key of the checkout agent')
    return bridgeStdio({ url: url.replace(/\/+$/, ''), key })
  }
  const agent = await startCheckoutAgent(settings)
  const where = settings.AGENT_KEYS.length > 0 ? 'from AGENT_KEYS' : `in ${keyFile(settings)}`
  console.log(`  Agent     ${agent.url}/mcp (MCP; its key is ${where})`)
  // As a child process, it exits when its parent exits.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.once(end, () => void agent.close().then(() => process.exit(0)))
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'The checkout agent does not run: its port is taken. Stop what uses it, or choose another with AGENT_PORT=…'
  return message
}
