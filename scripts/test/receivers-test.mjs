// `npm run nightly -- receivers`: sends events to an S3 server and to an OpenTelemetry Collector, which it builds with Go. Not part
// of `npm test`, where rsyslog is the only receiver that isn't written for the tests.
import { globSync } from 'node:fs'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { ensureGoTool } from './go-tools.mjs'

const tools = ['versitygw', 'collector'].map((name) => [`${name.toUpperCase()}_PATH`, ensureGoTool(name)])
if (tools.some(([, path]) => path === undefined)) process.exitCode = 2
else {
  const files = globSync('scripts/test/receivers/*.test.ts', { cwd: root })
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
  Object.assign(process.env, Object.fromEntries(tools))
  process.exitCode = run(node, ['--test', ...reporter, ...files]) ? 0 : 1
}
