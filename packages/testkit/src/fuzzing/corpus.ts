import { existsSync, readFileSync } from 'node:fs'

/** Readable inputs are saved as text, and others as base64. */
type SavedInput = string | { base64: string }

/** Inputs as a list in JSON, which shows in a diff what is new. */
export const encodeCorpus = (inputs: readonly Buffer[]): string =>
  `${JSON.stringify(inputs.map(encodeInput), null, 2)}\n`

function encodeInput(input: Buffer): SavedInput {
  const text = input.toString()
  return /^[\P{Cc}\n\t]*$/u.test(text) && Buffer.from(text).equals(input) ? text : { base64: input.toString('base64') }
}

/** The inputs of a file; none if there is no file. */
export const readCorpus = (file: string): Buffer[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SavedInput[]).map(decodeInput) : []

const decodeInput = (saved: SavedInput) =>
  typeof saved === 'string' ? Buffer.from(saved) : Buffer.from(saved.base64, 'base64')
