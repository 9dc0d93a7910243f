import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import { refreshSoon } from '../core/use-cases/applications/registry.ts'

/**
 * Reads a change of applications as soon as another node has committed it, if the database can announce it. Each node also looks
 * for changes itself, so a lost announcement only means that it notices the change within a second.
 */
export function followChanges(core: Core, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const listening = core.store.listen({
    changed: () => void refreshSoon(core),
    unavailable: (reason) =>
      log.info(
        { reason },
        'Changes by other nodes are noticed within a second, as the database does not announce them',
      ),
  })
  return { stop: async () => listening?.stop() }
}
