import { findAmbientInputs } from './ambient.mjs'
import { findSecretComparisons } from './secrets.mjs'
import { findComposedSql } from './sql.mjs'
import { createVerdictSearch } from './verdicts.mjs'

const hasPorts = (file) => /^(apps\/service|packages\/(contract|webauthn|node))\//.test(file)
const isProduct = (file) => /^(apps|packages)\//.test(file)

/** The findings of each rule in the sources, without exceptions. */
export const findUnsafeCode = (sources) => {
  const findUnusedVerdicts = createVerdictSearch(sources)
  const product = sources.filter(({ file }) => isProduct(file))
  return {
    verdicts: sources.flatMap(findUnusedVerdicts),
    sql: product.flatMap(findComposedSql),
    ambient: sources.flatMap((source) => findAmbientInputs(source, { hasPorts: hasPorts(source.file) })),
    secrets: product.flatMap(findSecretComparisons),
  }
}

/**
 * The findings that no exception allows, and the exceptions that allow nothing. An exception names the rule, the file, and
 * the code, or, without `code`, the whole file; it has a reason.
 */
export function applyExceptions(found, exceptions) {
  const used = new Set()
  const isAllowed = (rule) => (finding) => {
    const matching = exceptions.filter(
      (one) => one.rule === rule && one.file === finding.file && (one.code ?? finding.code) === finding.code,
    )
    for (const one of matching) used.add(one)
    return matching.length > 0
  }
  const findings = Object.entries(found).flatMap(([rule, list]) =>
    list.filter((finding) => !isAllowed(rule)(finding)).map((finding) => ({ rule, ...finding })),
  )
  return { findings, unused: exceptions.filter((one) => !used.has(one)) }
}
