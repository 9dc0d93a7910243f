type Environment = Readonly<Record<string, string | undefined>>

/** The context of a command besides its arguments: the process's own, or what a test gives it. */
export type Terminal = {
  env: Environment
  /** Writes to standard output. */
  write(text: string): void
  /** Writes to standard error. */
  writeError(text: string): void
  /** Whether there is a person to ask. */
  isInteractive: boolean
  setExitCode(code: number): void
}

export const processTerminal: Terminal = {
  env: process.env,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  isInteractive: process.stdin.isTTY,
  setExitCode: (code) => {
    process.exitCode = code
  },
}
