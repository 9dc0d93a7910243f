import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { FindingCode } from '@thumbturn/contract/vocabulary/finding-texts.ts'

/** The findings of the setup check, in the words of `findingTexts` of the contract; a test compares both. */
export const findingTexts: Readonly<Record<FindingCode, MessageDescriptor>> = {
  address_needs_no_tls: msg({ message: '{address} needs no TLS on this machine' }),
  address_is_ip: msg({ message: '{address} is an IP address, and passkeys are bound to domains' }),
  address_has_no_tls: msg({ message: '{address} has no TLS, so browsers offer no passkeys there' }),
  address_is_no_domain: msg({ message: '{host} is not a domain that passkeys can be bound to' }),
  address_unreached: msg({ message: '{address} could not be reached from here ({error}), so its TLS was not checked' }),
  tls_rejected: msg({ message: '{address} has no TLS that browsers accept: {error}' }),
  tls_valid: msg({ message: '{address} has TLS, with a certificate that is valid until {time}' }),
  tls_ends: msg({ message: '{address} has TLS, with a certificate that is valid until {time}, for {days} more days' }),
  health_wrong: msg({ message: '{address}/health responds with {status}, not as Thumbturn does' }),
  health_silent: msg({ message: '{address}/health does not respond' }),
  clock_ahead: msg({ message: 'the clock of {address} is {seconds} s ahead of that of this machine' }),
  clock_behind: msg({ message: 'the clock of {address} is {seconds} s behind that of this machine' }),
  clock_good: msg({ message: 'the time on this machine is {time}' }),
  clock_passed: msg({ message: 'the time on this machine is {time}, but data was written at {written}' }),
  clock_jumped_ahead: msg({
    message: "the time on this machine is {time}; a node's clock jumped ahead by {seconds} s at {at}",
  }),
  clock_jumped_back: msg({
    message: "the time on this machine is {time}; a node's clock jumped back by {seconds} s at {at}",
  }),
  database_clock_ahead: msg({ message: 'the clock of the database is {seconds} s ahead of that of this machine' }),
  database_clock_behind: msg({ message: 'the clock of the database is {seconds} s behind that of this machine' }),
  database_good: msg({ message: '{database} can be read and written, and its tables are up to date' }),
  database_read_only: msg({ message: '{database} cannot be written: {error}' }),
  database_damaged: msg({ message: 'its file is damaged ({error})' }),
  deleted_data_remains: msg({
    message: 'an earlier release left names of deleted users in the free space of the database file',
  }),
  database_version: msg({ message: '{database} {version}' }),
  database_version_ended: msg({ message: '{database} {version} no longer gets security fixes' }),
  replica_good: msg({ message: 'the replica is {seconds} s behind the primary' }),
  replica_unused: msg({ message: 'the replica is not read: {error}' }),
  connections: msg({
    message: '{nodes} nodes can open {needed} of {most} connections to the database, where {used} are open',
  }),
  connections_of_one: msg({
    message: '1 node can open {needed} of {most} connections to the database, where {used} are open',
  }),
  distribution_good: msg({ message: 'every table is on the server where it belongs' }),
  distribution_incomplete: msg({ message: 'these tables belong on the workers and are on the coordinator: {tables}' }),
  schema_good: msg({ message: 'the database has the schema of this release' }),
  schema_old: msg({ message: 'what only earlier releases use is still in the database ({migrations})' }),
  backup_none: msg({ message: 'there is none yet' }),
  backup_last: msg({ message: 'the last one is from {time}' }),
  disk: msg({ message: '{gigabytes} GB are free for {folder}' }),
  files_good: msg({ message: 'only their owner can read the data folder, database, and key' }),
  file_open: msg({ message: 'every user of this machine can read {path} (mode {mode})' }),
  folder_open: msg({ message: 'every user of this machine can enter {path} (mode {mode})' }),
  file_shared: msg({ message: 'the group of {path} can read it (mode {mode})' }),
  folder_shared: msg({ message: 'the group of {path} can enter it (mode {mode})' }),
  master_key_rotating: msg({
    message: 'a rotation is not finished, so the previous master key still opens the database',
  }),
  master_key_of_service: msg({ message: 'it was decrypted by the key service at {host}' }),
  master_key_of_setting: msg({ message: 'it comes from {setting}' }),
  master_key_of_file: msg({ message: 'it comes from the file master.key in {folder}' }),
  proxies_wide: msg({
    message: 'TRUSTED_PROXIES contains {range}, so clients can choose their address by X-Forwarded-For',
  }),
  proxies_good: msg({ message: 'X-Forwarded-For is believed from {addresses}' }),
  proxies_missing: msg({
    message: "{address} is a proxy's address, and TRUSTED_PROXIES is not set, so all clients share the proxy's address",
  }),
  metrics_open: msg({ message: 'other machines can read the metrics at {address} without a token' }),
  metrics_public: msg({ message: 'everyone can read the metrics at {address}' }),
  metrics_local: msg({ message: 'at {address}, for programs on this machine' }),
  metrics_token: msg({ message: 'at {address}, for callers with METRICS_TOKEN' }),
  metadata_none: msg({ message: 'there is none' }),
  metadata_good: msg({ message: 'list {number} with {models} models, the next one by {day}' }),
  metadata_outdated: msg({
    message: 'list {number} with {models} models, the next one by {day} (that day has passed); no newer one',
  }),
  mail_good: msg({ message: '{host} takes mails from {sender}' }),
  mail_without_sign_in: msg({ message: '{host} takes mails from {sender}, without signing in' }),
  outbox: msg({ message: 'kept in the outbox, for development only: {command}' }),
  mail_unneeded: msg({
    message: 'no mail server is configured; no application sends codes by email, and users get no notices by email',
  }),
  sms_unneeded: msg({
    message: 'no SMS provider is configured; no application sends codes by SMS, and users get no notices by SMS',
  }),
  mail_missing: msg({
    message: 'no mail server is configured, so codes by email fail in these applications: {applications}',
  }),
  sms_missing: msg({
    message: 'no SMS provider is configured, so codes by SMS fail in these applications: {applications}',
  }),
  check_slow: msg({ message: 'the check took longer than {seconds} seconds' }),
  applications_none: msg({ message: 'there are none yet' }),
  application_good: msg({ message: 'RP ID {rpId}, origins {origins}' }),
  rp_id_public: msg({ message: 'RP ID {rpId} is a public suffix, which browsers reject below it' }),
  origins_mixed: msg({ message: 'mixes localhost ({local}) with public origins' }),
  api_key_expired: msg({ message: 'API key {name} ({id}) expired on {day}' }),
  api_key_expires: msg({ message: 'API key {name} ({id}) expires on {day}' }),
  client_secret_expired: msg({ message: 'Secret {id} of client {name} ({client}) expired on {day}' }),
  client_secret_expires: msg({ message: 'Secret {id} of client {name} ({client}) expires on {day}' }),
  name_shared: msg({
    message:
      '{address}, verified by user {owner}, is also the username {username} of user {other} and identifies only the latter',
  }),
  origin_rejected: msg({ message: 'a page of {origin} called, and that origin is not allowed' }),
  origins_foreign: msg({ message: 'pages of {origins} called, and passkeys of this application work on {rpId} only' }),
  moved_beside: msg({ message: 'keeps {former}, where this service was, next to {address}, where it is now' }),
  moved_from: msg({ message: 'still has {former}, where this service was, and not {address}, where it is now' }),
  moved_away: msg({
    message: "has RP ID {rpId} for {former}, where this service was; it can't be used at {address}, where it is now",
  }),
  sites_denied: msg({
    message: 'It has protected sites, but TRUSTED_PROXIES is not set, so every request to them is denied',
  }),
  file_good: msg({ message: '{url} has everything that {setting} needs' }),
  file_status: msg({ message: '{url} responds with {status}, so {setting} does not work' }),
  file_no_json: msg({ message: '{url} is not JSON, so {setting} does not work' }),
  file_lacks: msg({ message: '{url} lacks {missing}, so {setting} does not work' }),
  file_unchecked: msg({ message: '{url} was not checked from here: {error}' }),
  members_elsewhere: msg({ message: "members' passkeys are bound to {rpId} and used at {origins}, not at {address}" }),
  members_below_suffix: msg({
    message: '{host} is a public suffix, and browsers accept passkeys only for domains below it',
  }),
}
