import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { listen } from '@thumbturn/service-harness/receivers.ts'
import { type Program, startProgram } from '../programs/program.ts'

/** A folder with the certificate of a receiver on localhost, and its key. */
export function createFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-receiver-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { cert, key } = shown(createIdentity())
  const [certificate, privateKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certificate, cert)
  writeFileSync(privateKey, key)
  return { folder, certificate, privateKey }
}

export async function findPort(t: TestContext): Promise<number> {
  const server = createServer()
  const port = await listen(t, server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a program that scripts/test/receivers-test.mjs built, until the test ends. */
export async function startReceiver(
  t: TestContext,
  name: string,
  options: { args: string[]; port: number },
): Promise<Program> {
  const path =
    process.env[`${name.toUpperCase()}_PATH`] ?? assert.fail('Run these tests with `npm run nightly -- receivers`')
  const program = await startProgram([path, ...options.args], { isReady: () => isOpen(options.port) })
  t.after(() => program.stop('SIGKILL'))
  return program
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
