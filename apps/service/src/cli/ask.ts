import { createInterface } from 'node:readline/promises'

/** Asks the person at the terminal, on standard error; undefined after Ctrl+C and at the end of the input. */
export async function askOnTerminal(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  const answered = lines.question(question).catch(() => undefined)
  try {
    return await Promise.race([answered, ended])
  } finally {
    lines.close()
  }
}
