// Everything about the sources that a program can judge without running them.
import { bin, node, runAll } from '../run/command.mjs'
import { printDurations } from '../run/durations.mjs'

// Several checkers of one project derive the same types again, which takes more than twice the processor time, and
// another project is checked at the same time anyway.
const typesIn = (project) => [`types of ${project}`, [bin('tsc'), ['-p', project, '--singleThreaded']]]
const failed = await runAll({
  // The linters have packages of their own, so that users who only run the product don't install them.
  'install the linters': [node, ['scripts/run/install.mjs', 'lint']],
  ...Object.fromEntries(
    [
      'tsconfig.json',
      'packages/ui',
      'packages/web',
      'packages/native',
      'apps/demo',
      'apps/dashboard',
      'apps/hosted',
      'e2e',
    ].map(typesIn),
  ),
  'lint and format': [bin('biome'), ['ci', '.']],
  // Apart from the other rules, as it reads the types of all files, which takes seconds even for one.
  'promises that nothing awaits': [
    bin('biome'),
    ['lint', '--diagnostic-level=error', '--config-path=scripts/check/safety/promises.json', '.'],
  ],
  'OpenAPI files': [node, ['packages/contract/src/emit.ts', '--check']],
  'figures of benchmarks': [node, ['scripts/build/bench-table.ts', '--check']],
  'tables of sizing': [node, ['scripts/build/sizing-tables.ts', '--check']],
  'page of reliability': [node, ['scripts/build/reliability-page.ts', '--check']],
  'page of dependencies': [node, ['scripts/build/dependencies-page.mjs', '--check']],
  safety: [node, ['scripts/check/safety.mjs']],
  shape: [node, ['scripts/check/shape.mjs']],
})
if (!failed.includes('install the linters')) {
  const linted = await runAll({
    terms: [node, ['scripts/check/terms.mjs']],
    spelling: [node, ['scripts/check/spelling.mjs']],
    'OpenAPI rules': [node, ['scripts/check/openapi.mjs']],
  })
  failed.push(...linted)
}
printDurations()
console.log(failed.length === 0 ? '\nEvery check passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
