import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackages } from './debian.ts'
import { authority, createIdentity, shown } from './mail-server.ts'
import { pem } from './metadata-service.ts'
import { listen } from './receivers.ts'

/** A message as rsyslog parsed it. */
export type SyslogMessage = {
  facility: string
  severity: string
  time: string
  host: string
  app: string
  messageId: string
  text: string
  /** The structured data by its ID. */
  data: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const program = '/usr/sbin/rsyslogd'

function ensureRsyslog(): void {
  const isThere = () => existsSync(program) && globSync('/usr/lib/*/rsyslog/lmnsd_gtls.so').length > 0
  if (!isThere()) installPackages('rsyslog', 'rsyslog-gnutls')
  assert.ok(isThere(), 'Install rsyslog with GnuTLS (Debian: apt-get install rsyslog rsyslog-gnutls)')
}

const property = (name: string, source: string) => `property(name="${source}" outname="${name}" format="jsonf")`

/** Receives syslog over TLS on localhost, and writes each message as a line of JSON. */
const toConfiguration = (folder: string, { port, clients }: { port: number; clients: boolean }) => `
global(workDirectory="${folder}" maxMessageSize="64k"
  defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${folder}/ca.pem"
  defaultNetstreamDriverCertFile="${folder}/cert.pem" defaultNetstreamDriverKeyFile="${folder}/key.pem")
module(load="mmpstrucdata")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="${clients ? 'x509/certvalid' : 'anon'}")
template(name="line" type="list" option.jsonf="on") {
  ${property('facility', 'syslogfacility-text')}
  ${property('severity', 'syslogseverity-text')}
  property(name="timereported" outname="time" format="jsonf" dateFormat="rfc3339")
  ${property('host', 'hostname')}
  ${property('app', 'app-name')}
  ${property('messageId', 'msgid')}
  ${property('text', 'msg')}
  property(name="$!all-json" outname="parsed" format="jsonf")
}
ruleset(name="keep") {
  action(type="mmpstrucdata" sd_name.lowercase="off")
  action(type="omfile" file="${folder}/received" template="line")
}
input(type="imtcp" port="${port}" address="127.0.0.1" ruleset="keep")
`

/** Starts rsyslog as a receiver of syslog over TLS (RFC 5425). With `clients`, it requires client certificates. */
export async function startRsyslog(t: TestContext, { clients = false } = {}) {
  ensureRsyslog()
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-rsyslog-'))
  const port = await findPort(t)
  const { key, cert } = shown(createIdentity())
  const files = { 'ca.pem': pem(authority.der), 'cert.pem': cert, 'key.pem': key }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'rsyslog.conf'), toConfiguration(folder, { port, clients }))
  let running = await run(folder, port)
  t.after(async () => {
    await kill(running)
    rmSync(folder, { recursive: true })
  })
  return {
    port,
    /** The written messages, once there are as many as expected: it writes them a moment after it received them. */
    receive: (length: number) => readWritten(join(folder, 'received'), length),
    /** Stops reading, as if it hung. */
    freeze: () => void running.kill('SIGSTOP'),
    /** Ends it at once, and starts it again on the same port. */
    async crash() {
      await kill(running)
      running = await run(folder, port)
    },
  }
}

async function findPort(t: TestContext): Promise<number> {
  const server = createServer()
  const port = await listen(t, server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function run(folder: string, port: number): Promise<ChildProcess> {
  const options = ['-n', '-i', join(folder, 'pid'), '-f', join(folder, 'rsyslog.conf')]
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))
  process.once('exit', () => child.kill('SIGKILL'))
  for (let attempts = 0; !(await isOpen(port)); attempts++) {
    assert.ok(child.exitCode === null && attempts < 3_000, `rsyslog does not start:\n${log}`)
    await pause(20)
  }
  return child
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function readWritten(file: string, length: number): Promise<SyslogMessage[]> {
  const readLines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
  for (let attempts = 0; readLines().length < length && attempts < 1_200; attempts++) await pause(50)
  return readLines().map(readLine)
}

/** The output of rsyslog is JSON in a text. */
function readLine(line: string): SyslogMessage {
  const { parsed, ...header } = JSON.parse(line) as Omit<SyslogMessage, 'data'> & { parsed: string }
  return { ...header, data: (JSON.parse(parsed) as Record<'rfc5424-sd', SyslogMessage['data']>)['rfc5424-sd'] }
}
