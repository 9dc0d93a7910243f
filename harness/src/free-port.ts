import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nothing listens on. Linux takes the ports of outgoing connections from 32768 upward, macOS from 49152, so a program
 * can stop and start again on this port: no connection of another program gets it in between.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
}

/** Whether nothing listens on this port, on any address. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}
