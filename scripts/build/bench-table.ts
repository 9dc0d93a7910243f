// Writes the figures of the newest file in bench/results into bench/README.md, or compares them (--check).
import { readFileSync, writeFileSync } from 'node:fs'
import { newestResults } from '@thumbturn/bench/newest-results.ts'

const readme = new URL('../../bench/README.md', import.meta.url)
const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']
const { signIns, anonymous } = newestResults()
const { betterAuth } = signIns.circumstances

const names: Record<string, string> = {
  floor: 'a floor: the same cryptography, JSON, and group commit on bare `node:http`, nothing else',
  thumbturn: 'Thumbturn',
  'thumbturn-postgres': 'Thumbturn on PostgreSQL',
  'thumbturn-postgres-2': 'Thumbturn on PostgreSQL, two processes',
  simplewebauthn: 'A server written from the guide of SimpleWebAuthn, with Fastify and `node:sqlite`',
  'better-auth': `Better Auth ${betterAuth} with its passkey plugin on its SQLite adapter`,
}

const perSecond = (contestant: string) =>
  signIns.results.find((one) => one.contestant === contestant)?.signInsPerSecond ?? Number.NaN

const written = (figure: number | undefined) => (figure === undefined ? '' : Math.round(figure).toLocaleString('en'))

const rows = signIns.results.map(({ contestant, signInsPerSecond = 0, cpuPerSignIn, rssMb }) => {
  const share = Math.round((signInsPerSecond / perSecond('floor')) * 100)
  const cells = [names[contestant], written(signInsPerSecond), `${share} %`, `${written(cpuPerSignIn)} µs`]
  return `| ${[...cells, `${written(rssMb)} MB`].join(' | ')} |`
})
const head = ['| | sign-ins/s | of the floor | CPU each | resident memory |', '| --- | --- | --- | --- | --- |']
const times = (perSecond('thumbturn') / perSecond('better-auth')).toFixed(1)
const million = `${written(anonymous.calls)} sign-ins started but never completed (\`node bench/anonymous.ts\`): ${anonymous.rowsAdded} rows added, ${written(
  anonymous.callsPerSecond,
)} calls/s, ${anonymous.rssMb} MB afterward.`
const figures = [...head, ...rows, '', `That is ${times} times Better Auth.`, '', million].join('\n')

const text = readFileSync(readme, 'utf8')
const made = text.replace(new RegExp(`${begin}[\\s\\S]*${end}`), () => `${begin}\n${figures}\n${end}`)
if (!process.argv.includes('--check')) writeFileSync(readme, made)
else if (made !== text) {
  console.error('The figures in bench/README.md do not match bench/results: run npm run emit')
  process.exitCode = 1
}
