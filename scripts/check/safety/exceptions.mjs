/** The same reason for several places. */
const because = (reason, places) => places.map((place) => ({ ...place, reason }))

const engine = 'apps/service/src/storage/engine'
const distribution = 'apps/service/src/storage/distribution'
const migrations = 'apps/service/src/storage/migrations'

const verdicts = [
  ...because('The mail library throws if the server rejects the sign-in.', [
    { file: 'apps/service/src/adapters/mail.ts', code: '(await opened()).verify()' },
  ]),
  ...because('node:crypto passes the result to the callback.', [
    {
      file: 'packages/webauthn/src/cose/signature.ts',
      code: 'verify(algorithm.hash, data, key, signature, answering(resolve))',
    },
  ]),
  ...because('The caller rejects in any case. If another call was faster, it wrote the same event.', [
    {
      file: 'apps/service/src/core/flows/mfa/refresh.ts',
      code: 'core.store.commit([{ revokeRefreshFamily: { appId, id, at: event.at } }, { append: event }])',
    },
    {
      file: 'apps/service/src/core/use-cases/aaguids/record-blocked.ts',
      code: 'core.store.commit([{ spend: { appId: application.id, ...toSpentSession(flow) } }, { append: event }])',
    },
  ]),
  ...because('If another node was faster, its link counts, which is read afterward.', [
    {
      file: 'apps/service/src/core/use-cases/members/set-up-link.ts',
      code: 'core.store.commit([{ renewInvitation: toSetUp(core, core.now()).invitation }])',
    },
  ]),
].map((one) => ({ rule: 'verdicts', ...one }))

const sql = [
  ...because('Runs statements that the query builder compiled.', [
    { file: `${engine}/postgres-pipeline.ts` },
    { file: `${engine}/sqlite.ts`, code: 'database.prepare(sql)' },
    { file: `${engine}/sqlite-connection.ts`, code: 'database.prepare(sql)' },
  ]),
  ...because('Runs the statements of migrations, which are in the source.', [
    { file: `${engine}/postgres-migrations.ts` },
    { file: `${engine}/sqlite-migrations.ts` },
    { file: `${migrations}/0001-baseline.ts` },
    { file: `${migrations}/0002-openid-provider.ts` },
    { file: `${migrations}/0004-groups-and-profiles.ts` },
    { file: `${migrations}/0005-logout-notices.ts` },
    { file: `${migrations}/0006-device-decisions.ts` },
    { file: `${migrations}/0007-user-search.ts` },
    { file: `${migrations}/0009-protected-resources.ts` },
    { file: `${migrations}/0010-protected-sites.ts` },
    { file: `${migrations}/inspect.ts` },
    { file: `${distribution}/citus.ts`, code: 'client.query(statement)' },
  ]),
  ...because('A constant of the same file.', [
    { file: `${distribution}/distribute.ts`, code: 'client.query(statement)' },
    { file: `${engine}/sqlite-damage.ts`, code: 'database.prepare(checkPages)' },
    { file: `${engine}/sqlite-backup.ts`, code: 'database.prepare(statement)' },
    { file: `${engine}/sqlite-backup.ts`, code: 'database.prepare(counts)' },
  ]),
  ...because('Builds a statement of numbers, and of names that the source defines.', [
    { file: `${engine}/postgres-batch.ts` },
    { file: `${engine}/json-rows.ts`, code: 'sql.raw(engine.columnTypes.integer)' },
  ]),
].map((one) => ({ rule: 'sql', ...one }))

const ambient = [
  ...because('Implements the port, or passes it to what needs it.', [
    { file: 'apps/service/src/adapters/random.ts' },
    { file: 'apps/service/src/installation.ts' },
  ]),
  ...because('A command: it runs once, at the time of its call.', [
    { file: 'apps/service/src/cli/backup.ts' },
    { file: 'apps/service/src/cli/doctor.ts' },
    { file: 'apps/service/src/cli/progress.ts' },
    { file: 'apps/service/src/cli/stopping.ts' },
  ]),
  ...because('Encrypts backups, without a core: salt and nonce.', [
    { file: 'apps/service/src/adapters/passphrase.ts' },
  ]),
  ...because('Measures how long something takes. No stored time and no lifetime depends on it.', [
    { file: 'apps/service/src/adapters/destinations/syslog.ts' },
    { file: 'apps/service/src/observability/metrics/database.ts' },
    { file: 'apps/service/src/observability/traces/traces.ts' },
    { file: `${engine}/groups.ts` },
    { file: `${engine}/postgres-group.ts` },
    { file: `${engine}/queue-times.ts` },
    { file: `${engine}/replica.ts` },
    { file: `${engine}/sqlite-group.ts` },
    { file: 'apps/service/src/storage/tables/forgetting.ts' },
  ]),
  ...because('Runs in the process of its caller. Where a caller can give a clock, this is the default.', [
    { file: 'packages/native/src/transactions.ts' },
    { file: 'packages/node/src/options.ts' },
    { file: 'packages/node/src/service-token.ts' },
    { file: 'packages/node/src/session/seal.ts' },
    { file: 'packages/node/src/session/sessions.ts' },
    { file: 'packages/node/src/webhook.ts' },
  ]),
  ...because('A seed is printed: it is no secret.', [{ file: 'torture/src/main.ts' }, { file: 'torture/src/all.ts' }]),
].map((one) => ({ rule: 'ambient', ...one }))

const secrets = [
  ...because('The name of an error, which is public.', [
    { file: 'apps/service/src/http/gen1/wire-format.ts', code: 'known === code' },
    { file: 'packages/node/src/admit.ts', code: 'insufficientCodes.includes(code)' },
    { file: 'packages/web/src/checkout/errors.ts', code: 'known === code' },
  ]),
  ...because('Both sides are known to the caller, or hashes of what the caller sent.', [
    { file: 'apps/demo/src/ceremony/checks.ts' },
    { file: 'packages/webauthn/src/attestation/android-key.ts' },
    { file: 'packages/webauthn/src/attestation/tpm/tpm.ts' },
    { file: 'packages/webauthn/src/client-data/check.ts' },
    {
      file: 'apps/service/src/core/flows/credentials/password-policy.ts',
      code: 'newPassword.password !== newPassword.confirmation',
    },
  ]),
  ...because('For a contact, the secret of a credential is its address, which the caller signs in with.', [
    { file: 'apps/service/src/core/flows/credentials/contact-codes.ts' },
    { file: 'apps/service/src/core/flows/otp/send.ts' },
  ]),
  ...because('The client was given the nonce, and has signed it.', [
    { file: 'apps/service/src/core/flows/credentials/public-key.ts', code: 'nonce !== flow.serverNonce' },
  ]),
  ...because('The fragment of a page.', [{ file: 'apps/docs/src/reference/Contents.tsx' }]),
].map((one) => ({ rule: 'secrets', ...one }))

/**
 * The exceptions to the rules of safety, with the reason; `code` is the whole expression, and without it, all of the
 * file is allowed.
 */
export const exceptions = [...verdicts, ...sql, ...ambient, ...secrets]
