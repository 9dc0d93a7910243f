import type { Step } from './engine.ts'

/**
 * One statement for all steps: each is a data-modifying CTE, and the result columns n0, n1 … are the numbers of rows they
 * touched. A required step that touched none divides by zero, which undoes them all. The select list names the steps in
 * their order, so the earliest conflict is reported.
 */
export function batchSql(steps: readonly Step[]): string {
  let bound = 0
  const parts = steps.map(({ sql, values }, index) => {
    const part = `step_${index} as (${renumbered(sql, bound)} returning 1)`
    bound += values.length
    return part
  })
  const counts = steps.map(({ required }, index) => {
    const count = required ? 'count(*) / least(count(*), 1)' : 'count(*)'
    return `(select ${count} from step_${index}) as n${index}`
  })
  return `with ${parts.join(', ')} select ${counts.join(', ')}`
}

/** Compiled queries pass every value as a parameter, so a dollar sign is always one. */
const renumbered = (sql: string, offset: number) =>
  sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)
