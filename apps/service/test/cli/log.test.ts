import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import { chooseLogFormat } from '../../src/cli/log.ts'
import { formatLogLine } from '../../src/cli/pretty-log.ts'
import { readVersion } from '../../src/cli/version.ts'

type Line = Record<string, unknown> & { msg: string }

test('without a terminal, the log is lines of JSON only, from start to stop', async (t) => {
  const DATA_DIR = dataFolder(t)
  const program = start(t, [], { DATA_DIR, PORT: '0' })
  await program.says(/"Ready"/)
  program.kill('SIGTERM')
  const { stdout, stderr, code } = await program.ended
  assert.deepEqual([stderr, code], ['', 0])
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['Starting', 'Ready', 'Stopping', 'Stopped'],
  )
  const [starting, ready, stopping, stopped] = lines as [Line, Line, Line, Line]
  const running = { version: readVersion(), mode: 'development', node: process.version }
  const { level, time, pid, hostname, msg, ...facts } = starting
  assert.deepEqual(facts, running)
  assert.equal(typeof pid, 'number')
  const { port, durationMs, ...rest } = ready
  const known = { ...running, host: 'localhost', address: `http://localhost:${port}`, database: 'SQLite' }
  assert.partialDeepStrictEqual(rest, { ...known, dataFolder: DATA_DIR })
  assert.ok((durationMs as number) > 0)
  assert.equal(stopping.reason, 'received SIGTERM')
  assert.ok((stopped.durationMs as number) >= 0 && (stopped.uptimeSeconds as number) >= 0)
})

test('the last lines of the log are in order, even while the thread pool, which writes them, is busy', async (t) => {
  const keepBusy = `import { pbkdf2 } from 'node:crypto'
    process.on('SIGTERM', () => pbkdf2('', '', 200_000, 64, 'sha512', () => {}))`
  const program = start(t, [], {
    DATA_DIR: dataFolder(t),
    PORT: '0',
    UV_THREADPOOL_SIZE: '1',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(keepBusy)}`,
  })
  await program.says(/"Ready"/)
  program.kill('SIGTERM')
  const { stdout } = await program.ended
  assert.deepEqual(stdout.match(/Stopping|Stopped/g), ['Stopping', 'Stopped'])
})

test('the log is pretty on a terminal and JSON elsewhere, unless LOG_FORMAT decides', () => {
  assert.equal(chooseLogFormat({}, { isTTY: true }), 'pretty')
  assert.equal(chooseLogFormat({}, { isTTY: false }), 'json')
  assert.equal(chooseLogFormat({ LOG_FORMAT: 'json' }, { isTTY: true }), 'json')
  assert.equal(chooseLogFormat({ LOG_FORMAT: 'pretty' }, { isTTY: false }), 'pretty')
})

test('the pretty log greets with the addresses, and mixes in no JSON', async (t) => {
  const program = start(t, [], { DATA_DIR: dataFolder(t), PORT: '0', LOG_FORMAT: 'pretty' })
  assert.ok(await program.says(/Thumbturn is ready[\s\S]*API +http:\/\/localhost:\d+[\s\S]*Stop with Ctrl\+C/))
  program.kill('SIGTERM')
  const { stdout } = await program.ended
  assert.doesNotMatch(stdout, /^\{/m)
  assert.match(stdout, /^\d\d:\d\d:\d\d\.\d{3} info {2}Stopping {2}reason=received SIGTERM$/m)
  assert.match(stdout, /info {2}Stopped {2}durationMs=\d+ {2}uptimeSeconds=\d+\n$/)
})

test('a pretty line escapes control characters, so that a client can neither start a line nor move the cursor', () => {
  const hostile = 'a\r\n12:00:00.000 error forged\u001b[2J\u2028\u202e\u009b'
  const entry = { level: 30, time: 0, pid: 1, hostname: 'x', traceId: hostile, list: [hostile], msg: hostile }
  const line = formatLogLine(JSON.stringify(entry))
  assert.equal(line.indexOf('\n'), line.length - 1)
  assert.doesNotMatch(stripVTControlCharacters(line.slice(0, -1)), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  const error = {
    level: 50,
    time: 0,
    msg: 'x',
    err: { type: 'Error', message: 'x', stack: 'Error: x\n    at y\u001b[2J' },
  }
  assert.match(formatLogLine(JSON.stringify(error)), /error x\n {4}Error: x\n {8}at y\\u001b\[2J\n$/)
})

test('SIGUSR2 switches to debug and back, and the log says so', async (t) => {
  const program = start(t, [], { DATA_DIR: dataFolder(t), PORT: '0' })
  await program.says(/"Ready"/)
  program.kill('SIGUSR2')
  assert.ok(await program.says(/"from":"info","to":"debug","reason":"received SIGUSR2","msg":"Log level changed"/))
  program.kill('SIGUSR2')
  assert.ok(await program.says(/"from":"debug","to":"info","reason":"received SIGUSR2","msg":"Log level changed"/))
})
