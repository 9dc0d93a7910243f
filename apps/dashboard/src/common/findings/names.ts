import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The subject of a check, by the name that the service gives it. */
export const findingNames: Readonly<Record<string, MessageDescriptor>> = {
  address: msg`Address`,
  applications: msg`Applications`,
  backup: msg`Backup`,
  clock: msg`Clock`,
  'clock of the database': msg`Clock of the database`,
  connections: msg`Connections`,
  database: msg`Database`,
  'database version': msg`Database version`,
  'deleted data': msg`Deleted data`,
  disk: msg`Disk`,
  distribution: msg`Distribution`,
  'FIDO metadata': msg`FIDO metadata`,
  files: msg`Files`,
  mail: msg`Email`,
  'master key': msg`Master key`,
  metrics: msg`Metrics`,
  proxies: msg`Proxies`,
  replica: msg`Replica`,
  schema: msg`Schema`,
  SMS: msg`SMS`,
}
