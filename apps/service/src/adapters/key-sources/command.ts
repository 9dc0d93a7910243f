import { type ChildProcess, spawn } from 'node:child_process'
import { MasterKeyUnavailable } from './key-service.ts'

const longestOutput = 4_096

/**
 * The output of a command of the shell, without white space at both ends. Its errors are ignored, as they could contain
 * secrets.
 * @throws MasterKeyUnavailable
 */
export async function runKeyCommand(command: string, timeoutMs = 30_000): Promise<string> {
  const isGroup = process.platform !== 'win32'
  const child = spawn(command, { shell: true, detached: isGroup, stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => {
    child.stdout.destroy()
    if (child.exitCode === null) killAll(child, isGroup)
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const fail = (reason: string) => reject(new MasterKeyUnavailable(`THUMBTURN_MASTER_KEY_COMMAND ${reason}`))
  const limit = setTimeout(() => {
    fail(`took longer than ${timeoutMs / 1000} s`)
    kill()
  }, timeoutMs)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.length > longestOutput) {
      fail('printed more than a key')
      kill()
    }
  })
  child.on('error', ({ message }) => fail(`can't be run: ${message}`))
  child.on('close', (code, signal) =>
    code === 0 ? resolve(output.trim()) : fail(`ended with ${signal ?? `code ${code}`}`),
  )
  return promise.finally(() => clearTimeout(limit))
}

/** With everything that the shell started. It can have ended a moment ago, and that is no error. */
function killAll(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
