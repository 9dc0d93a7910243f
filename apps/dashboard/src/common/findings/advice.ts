import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { AdviceCode } from '@thumbturn/contract/vocabulary/finding-texts.ts'

/** Advice about a finding, in the words of `findingAdvice` of the contract; a test compares both. */
export const findingAdvice: Readonly<Record<AdviceCode, MessageDescriptor>> = {
  run: msg({ message: '{command}' }),
  use_localhost_or_domain: msg({ message: 'Use http://localhost:<port> on this machine, or a domain with TLS' }),
  put_proxy_in_front: msg({ message: 'Put a proxy with a certificate in front and set BASE_URL to its https address' }),
  use_domain: msg({ message: 'Use a domain of letters, digits, and hyphens, such as id.example.com' }),
  use_own_domain: msg({ message: 'Set BASE_URL to an address on a domain of your own' }),
  return_or_move: msg({
    message:
      'Set BASE_URL to the former address. To move instead, run {command}, and then {recover} for each member, whose passkeys stop working',
  }),
  start_with_address: msg({ message: 'Start the service with this BASE_URL; it then accepts this address' }),
  check_reach: msg({ message: 'Run doctor where the address can be reached, or check DNS and the proxy in front' }),
  renew_certificate: msg({
    message: 'Renew the certificate of the proxy in front, and check what should have renewed it',
  }),
  replace_certificate: msg({
    message: 'Give the proxy in front a certificate for this name, from an authority that browsers trust',
  }),
  renew_soon: msg({ message: 'Renew it, and check what should have renewed it' }),
  forward_everything: msg({ message: 'Start the service, and have the proxy in front forward every path to it' }),
  set_clock: msg({ message: 'Set the clock of this machine by NTP' }),
  set_clocks: msg({ message: 'Set the clocks of both machines by NTP' }),
  free_space: msg({ message: 'Free some space, or make the database writable' }),
  free_disk: msg({ message: 'Free some space, or move DATA_DIR to a larger disk: writes fail when it is full' }),
  restore_elsewhere: msg({ message: 'Stop the service, run `{command}`, and restore the backup into an empty folder' }),
  upgrade_database: msg({
    message: 'Upgrade to a major version that still gets security fixes: postgresql.org/support/versioning',
  }),
  check_replica: msg({
    message: 'Check DATABASE_REPLICA_URL and the replication; until then, everything is read from the primary',
  }),
  lower_pool: msg({
    message: 'Lower DATABASE_POOL, or raise max_connections of PostgreSQL: calls fail with 503 when none is left',
  }),
  find_connections: msg({
    message:
      'Lower DATABASE_POOL, or raise max_connections of PostgreSQL, and find out in pg_stat_activity who has them open',
  }),
  distribute: msg({ message: 'Stop every node and run `{command}`' }),
  contract_schema: msg({ message: 'Once every node runs this release, make a backup and run `{command}`' }),
  back_up_daily: msg({ message: 'Run {command} every day' }),
  finish_rotation: msg({ message: 'Once every node has the new key: {command}' }),
  give_master_key: msg({ message: 'Give the master key that this data was made with' }),
  list_proxies: msg({ message: 'List only the addresses from which your own proxies connect' }),
  trust_proxy: msg({ message: 'List the addresses from which the proxy connects in TRUSTED_PROXIES' }),
  trust_site_proxies: msg({ message: 'List the addresses from which their proxies connect in TRUSTED_PROXIES' }),
  set_metrics_token: msg({
    message: 'Set METRICS_TOKEN, or leave METRICS_HOST out: the service does not start like this',
  }),
  hide_metrics: msg({ message: 'Have the proxy in front forward nothing to METRICS_PORT, and set METRICS_TOKEN' }),
  check_metadata: msg({ message: 'Check FIDO_METADATA, FIDO_METADATA_ROOT and the way to that address' }),
  check_mail_password: msg({
    message: 'Check the name and the password in SMTP_URL; characters such as @ and / must be percent-encoded',
  }),
  check_mail_certificate: msg({
    message:
      'The server must show a certificate for its name; give a private authority in SMTP_CA or CA_FILE. smtps:// is TLS from the start (port 465), smtp:// is STARTTLS (port 587)',
  }),
  check_mail_server: msg({ message: 'Check the host and port in SMTP_URL, and that this machine can connect to it' }),
  check_sms: msg({ message: 'Check SMS_URL, and that this machine can connect to it' }),
  configure_mail: msg({ message: 'Set SMTP_URL and MAIL_FROM, or turn these codes off' }),
  configure_sms: msg({ message: 'Set SMS_URL, or turn these codes off' }),
  run_doctor: msg({ message: 'Run {command}, which waits longer and says why' }),
  create_application: msg({ message: 'Create one: {command}' }),
  create_for_domain: msg({ message: 'Create one for the domain of your pages: {command}' }),
  leave_suffix: msg({
    message: 'Create an application for a domain of your own, and have users register new passkeys there',
  }),
  share_domain: msg({
    message: 'If that is intended, serve these files on the domain yourself; otherwise, change one of the RP IDs',
  }),
  give_own_host: msg({ message: 'Give it a host or RP ID of its own: {command}' }),
  separate_development: msg({
    message: 'Keep development in an application of its own; production origins fit RP ID {rpId}: {origins}',
  }),
  replace_key: msg({ message: 'Create another key, give it to the backend, and revoke this one: {command}' }),
  replace_secret: msg({ message: 'Add another one, and give it to the program: {command}' }),
  resolve_name: msg({ message: 'Find out whose it is, then remove the contact or delete the user' }),
  allow_origin: msg({ message: 'If the page is yours, allow its origin: {command}' }),
  move_pages: msg({
    message:
      'If the pages are yours, open them on {rpId}, create an application for their domain, or list their origins in relatedOrigins',
  }),
  remove_origin: msg({ message: 'If nothing uses it anymore: {command}' }),
  add_origin: msg({ message: 'If its pages moved, too: {command}' }),
  choose_groups: msg({ message: 'Choose groups: {command}' }),
  serve_file: msg({
    message: 'Serve this file there, or pass the path to this service, which has it; then check: {command}',
  }),
  compare_file: msg({ message: 'Check that it has this content: {command}' }),
}
