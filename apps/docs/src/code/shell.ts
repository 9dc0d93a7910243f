type Grammars = { [language: string]: unknown }

const beginning = String.raw`(?:^|(?<!\\)\n|[;&|]|\$\()[ \t]*(?:\w+=\S*[ \t]+)*`
const command = {
  pattern: new RegExp(String.raw`(${beginning})(?!-)[\w@~./-]+`),
  lookbehind: true,
  // Without it, Prism takes the rest of a line after a command for a line of its own.
  greedy: true,
  alias: 'function',
}
const parameter = { pattern: /(^|\s)-{1,2}[\w-]+/, lookbehind: true, alias: 'variable' }

/**
 * Colors shell commands by their place, because Prism colors `node`, `install`, and `set` wherever they are. A command is the first word
 * of a line that doesn't continue the one before. Changes the grammar once.
 */
export function prepareShell(languages: Grammars): void {
  const bash = languages.bash as Record<string, unknown> | undefined
  if (!bash || 'command' in bash) return
  const { shebang, comment, string, variable, number, operator, punctuation } = bash
  const assigned = { 'assign-left': bash['assign-left'] }
  // In the order in which they are looked for; strings and comments take back what they contain.
  const grammar = { shebang, command, comment, string, ...assigned, parameter, variable, number, operator, punctuation }
  for (const name of ['bash', 'sh', 'shell']) languages[name] = grammar
}
