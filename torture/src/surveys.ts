import { createSurvey } from './survey.ts'

export const surface = createSurvey({
  target: 'T-13',
  summary: 'calls every route with every method and every kind of credential',
  files: ['authorization', 'route-table', 'bodies', 'rejected-calls'].map(
    (name) => `apps/service/test/http/cross/${name}.test.ts`,
  ),
  control: { without: 'looking at the scopes of an API key', preload: 'scopeless-backends' },
})

export const vectors = createSurvey({
  target: 'T-17',
  summary: 'verifies the published test vectors',
  files: ['official-vectors', 'derived-vectors', 'wycheproof', 'cbor'].map(
    (name) => `packages/webauthn/test/${name}.test.ts`,
  ),
  control: { without: 'verifying signatures', preload: 'skipped-signatures' },
})

export const supplyChain = createSurvey({
  target: 'T-26',
  summary: 'checks licenses and limits of dependencies, installs the service without scripts, and builds it twice',
  files: ['test/dependencies.test.ts', 'scripts/test/supply/install.test.ts', 'scripts/test/supply/two-builds.test.ts'],
  control: {
    without: 'an allowed license of every package',
    preload: 'foreign-license',
    files: ['test/dependencies.test.ts'],
  },
})

export const upgrade = createSurvey({
  target: 'T-10',
  summary: 'runs two releases side by side under load, forward and back',
  files: ['scripts/test/upgrade/two-releases.test.ts'],
  control: { without: 'the rule that migrations only add', preload: 'renaming-migration' },
})

export const tenants = createSurvey({
  target: 'T-14',
  summary: 'uses every ID of an application with credentials of another one',
  files: ['tenants', 'addressing', 'authorization'].map((name) => `apps/service/test/http/cross/${name}.test.ts`),
  control: {
    without: 'the application in one query',
    preload: 'shared-transactions',
    files: ['apps/service/test/http/cross/tenants.test.ts'],
  },
})

export const restore = createSurvey({
  target: 'T-23',
  summary: 'restores backups of a service under load: of SQLite, and of PostgreSQL to a moment',
  files: ['scripts/test/upgrade/point-in-time.test.ts', 'apps/service/test/cli/backup.test.ts'],
  control: {
    without: 'stopping at the moment',
    preload: 'late-restore',
    files: ['scripts/test/upgrade/point-in-time.test.ts'],
  },
})
