// Reads the files of settings that are given, and prints their variables as commands of a shell. The service and the command line
// are both started with them. Programs differ in how they read such a file, so a line that means one thing to systemd and another
// to Node or a shell is an error that says what to write.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The variables of a text by name, and what is wrong with its lines. */
export function readSettings(text) {
  const variables = {}
  const problems = []
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const read = readLine(line.trim())
    if (read?.problem) problems.push(`line ${index + 1}: ${read.problem}`)
    else if (read) variables[read.name] = read.value
  }
  return { variables, problems }
}

/** Undefined for an empty line and for a comment. */
function readLine(line) {
  if (line === '' || /^[#;]/.test(line)) return undefined
  const [, name, given] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? []
  if (name === undefined) return { problem: explainName(line) }
  const quote = /^["']/.exec(given)?.[0]
  const problem = quote === undefined ? explainBare(name, given) : explainQuoted(name, given, quote)
  return problem ? { problem } : { name, value: quote === undefined ? given : given.slice(1, -1) }
}

const explainName = (line) =>
  /^export\s/.test(line) ? 'leave out "export"' : 'write NAME=value, or begin a comment with #'

function explainBare(name, value) {
  if (/\s#/.test(value))
    return `put the comment on a line of its own, or the value of ${name} in quotes if # is a part of it`
  if (value.includes('\\')) return `put the value of ${name} in single quotes, because it contains a backslash`
}

function explainQuoted(name, given, quote) {
  if (given.length < 2 || !given.endsWith(quote))
    return `end the value of ${name} with ${quote} on its line, and write nothing behind it`
  const value = given.slice(1, -1)
  if (value.includes(quote)) return `put the value of ${name} in other quotes, because it contains ${quote}`
  if (quote === '"' && value.includes('\\'))
    return `put the value of ${name} in single quotes, because it contains a backslash`
}

const toCommand = ([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of process.argv.slice(2)) {
    const { variables, problems } = readSettings(readFileSync(path, 'utf8'))
    for (const problem of problems) console.error(`${path}, ${problem}`)
    if (problems.length > 0) process.exitCode = 2
    else console.log(Object.entries(variables).map(toCommand).join('\n'))
  }
}
