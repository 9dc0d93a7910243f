import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { webauthnCeremonies } from './adapters/ceremonies.ts'
import { loadMasterKey, type MasterKey } from './adapters/master-key.ts'
import { systemRandom } from './adapters/random.ts'
import { sealedSessions } from './adapters/sessions.ts'
import { jwtTokens } from './adapters/tokens.ts'
import type { Config } from './config.ts'
import type { Application } from './core/applications/application.ts'
import { ensureOwnApplication } from './core/applications/own.ts'
import { applicationRegistry } from './core/applications/registry.ts'
import type { Core } from './core/core.ts'
import type { Store } from './core/store.ts'
import { openStore } from './storage/open.ts'

type Parts = { store: Store; master: MasterKey; baseUrl: string; now?: () => number }

/** Connects the parts: this is the only place that knows them all. */
export function connect({ store, master, baseUrl, now = Date.now }: Parts): Core {
  const bytes = (length: number) => randomBytes(length)
  return {
    store,
    applications: applicationRegistry(store.applications, now),
    sessions: sealedSessions(master, { now, bytes }),
    tokens: jwtTokens({
      master,
      store: store.applications,
      baseUrlOf: (application) => addressOf(application, baseUrl),
      now,
      bytes,
      uuid: systemRandom.uuid,
    }),
    ceremonies: webauthnCeremonies({ now, trustAnchors: () => [] }),
    random: systemRandom,
    keyed: master.keyed,
    now,
  }
}

/** Where an application is reached from outside. */
export const addressOf = ({ id, baseUrl }: Application, ownBaseUrl: string) => baseUrl ?? `${ownBaseUrl}/apps/${id}`

/** Opens the data of an installation, making what a first run needs. The caller closes `core.store`. */
export async function openInstallation(config: Config): Promise<Core> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const master = loadMasterKey(config.THUMBTURN_MASTER_KEY, config.DATA_DIR, randomBytes)
  const core = connect({ store: await openStore(config.DATABASE_URL), master, baseUrl: config.BASE_URL })
  await ensureOwnApplication(core, config.BASE_URL)
  return core
}
