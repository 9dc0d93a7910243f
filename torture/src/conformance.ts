import { readFileSync } from 'node:fs'
import { createSurvey } from './survey.ts'

const table = new URL('../../docs/fido-conformance.md', import.meta.url)

/** The rows of docs/fido-conformance.md that apply, such as `Attestation Resp-3 F-9`. */
export function readConformanceRows(text = readFileSync(table, 'utf8')): string[] {
  const [groups = '', exceptions = ''] = text.split("\n## Rows that don't apply")
  const excepted = new Set(readRows(exceptions.split('\n## ')[0]!))
  return readRows(groups).filter((row) => !excepted.has(row))
}

/** `| Attestation Resp-1 | P-1, F-1–15 | …` as sixteen rows. */
const readRows = (text: string) =>
  [...text.matchAll(/^\| ([A-Z]\w+(?: Re(?:q|sp)-\w)?) +\| ((?:[PF]-\d+(?:–\d+)?(?:, )?)+) +\|/gm)].flatMap(
    ([, group, list]) =>
      [...list!.matchAll(/([PF])-(\d+)(?:–(\d+))?/g)].flatMap(([, kind, first, last = first]) =>
        Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${group} ${kind}-${Number(first) + i}`),
      ),
  )

const webauthn = ['registration', 'attestation', 'authentication'].map(
  (name) => `packages/webauthn/test/conformance-${name}.test.ts`,
)

export const conformance = createSurvey({
  target: 'T-18',
  summary: 'runs a test for every row of FIDO server conformance',
  files: [
    ...webauthn,
    'apps/service/test/http/cross/conformance.test.ts',
    'apps/service/test/http/current/metadata.test.ts',
    'apps/service/test/adapters/metadata/signature.test.ts',
    'apps/service/test/adapters/metadata/revocation.test.ts',
  ],
  rows: readConformanceRows,
  control: { without: 'verifying signatures', preload: 'skipped-signatures' },
})
