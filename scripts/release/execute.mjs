import { spawn } from 'node:child_process'

/** Runs a command to its end. `signal` stops it. Returns what it wrote to standard output. Rejects if it failed. */
export function execute(command, args, { signal, ...options } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, ...options })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text
    })
  child.on('error', ({ code, message }) =>
    reject(new Error(code === 'ENOENT' ? `${command} is not installed on this machine` : message)),
  )
  child.on('close', (status) => {
    if (status === 0) resolve(output.stdout)
    else reject(new Error(`${command} ${args.join(' ')}\n${output.stderr}${output.stdout}`))
  })
  return promise
}
