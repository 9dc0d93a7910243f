import type { Core } from '../core/core.ts'
import type { ApiKey } from '../core/model/applications/api-key.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, type Phrase, say } from '../core/model/findings/phrase.ts'
import { listExpiringKeys } from '../core/use-cases/applications/keys.ts'
import { type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/** API keys that expire soon or expired lately: the backend that uses one needs another. */
export async function checkKeys(core: Core, application: Application): Promise<Finding[]> {
  const { id } = application
  const advice = advise('replace_key', { command: `${layout.command} key create ${id}` })
  const toFinding = (key: ApiKey): Finding => ({
    ...warning(`application ${id}`, describeExpiry(key, core.now()), advice),
    fix: { kind: 'openKeys', application: id },
  })
  return (await listExpiringKeys(core, application)).map(toFinding)
}

function describeExpiry({ id, name, expiresAt = 0 }: ApiKey, now: number): Phrase {
  const day = new Date(expiresAt).toISOString().slice(0, 10)
  return say(expiresAt <= now ? 'api_key_expired' : 'api_key_expires', { name, id, day })
}
