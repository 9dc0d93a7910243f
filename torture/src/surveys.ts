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
