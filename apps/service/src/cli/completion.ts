import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Cli } from './cli.ts'

/** Prints a script that completes commands and options; `program` is the command line that it is made from. */
export const createCompletionCommand = ({ output }: Cli, program: () => CommandUnknownOpts) =>
  new Command('completion')
    .description('Print a script for shell completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText('after', installation)
    .action((shell) => output.write(scripts[shell](listPlaces(program()))))

const installation = `
The scripts complete the command thumbturn. In the repository, make it one that runs npx:
  alias thumbturn='npx thumbturn'

Then, in the configuration of your shell:
  bash  source <(npx thumbturn completion bash)
  zsh   source <(npx thumbturn completion zsh)
  fish  npx thumbturn completion fish | source
`

/** One word that can come next, and what it stands for. */
type Word = { text: string; description: string }
/** Words that lead to a command, and what can follow them. */
type Place = { path: string; words: Word[]; options: Word[] }

function listPlaces(command: CommandUnknownOpts, path: readonly string[] = []): Place[] {
  const help = command.createHelp()
  const subcommands = command.commands.map((one) => ({ text: one.name(), description: one.description() }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((text) => ({ text, description })),
  )
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((option) => ({
    text: option.long ?? option.flags,
    description: option.description,
  }))
  const unique = [...new Map(options.map((option) => [option.text, option])).values()]
  const place = { path: path.join(' '), words: [...subcommands, ...choices], options: unique }
  return [place, ...command.commands.flatMap((one) => listPlaces(one, [...path, one.name()]))]
}

const paths = (places: readonly Place[]) => places.map(({ path }) => path).filter(Boolean)

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Follows the words of the line as far as they lead to a command. Bash and zsh both understand it. */
const followPath = (words: string, places: readonly Place[]) =>
  [
    "  local place='' word",
    `  for word in ${words}; do`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are the shell's variables
    '    case "${place:+$place }$word" in',
    `      ${paths(places).map(quote).join('|')}) place="\${place:+$place }$word" ;;`,
    '    esac',
    '  done',
  ].join('\n')

const bash = (places: readonly Place[]) => `_thumbturn() {
${followPath('"$' + '{COMP_WORDS[@]:1:COMP_CWORD-1}"', places)}
  local words=''
  case "$place" in
${places.map(({ path, words, options }) => `    ${quote(path)}) words=${quote([...words, ...options].map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$2"))
}
complete -o default -F _thumbturn thumbturn
`

const zshWord = ({ text, description }: Word) => quote(`${text}:${description}`)

const zsh = (places: readonly Place[]) => `#compdef thumbturn
_thumbturn() {
${followPath('"$' + '{(@)words[2,CURRENT-1]}"', places)}
  local -a known
  case "$place" in
${places.map(({ path, words, options }) => `    ${quote(path)}) known=(${[...words, ...options].map(zshWord).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'thumbturn' known || _files
}
compdef _thumbturn thumbturn
`

const fish = (places: readonly Place[]) =>
  [
    'function __thumbturn_place',
    '  set -l place',
    '  for word in (commandline -opc)[2..]',
    `    contains -- (string join -- ' ' $place $word) ${paths(places).map(quote).join(' ')}; and set place $place $word`,
    '  end',
    "  string join -- ' ' $place",
    'end',
    ...places.flatMap(({ path, words, options }) => {
      const at = `complete -c thumbturn -n ${quote(`test (__thumbturn_place | string collect --allow-empty) = ${quote(path)}`)}`
      return [
        ...words.map(({ text, description }) => `${at} -f -a ${text} -d ${quote(description)}`),
        ...options.map(({ text, description }) => `${at} -l ${text.slice(2)} -d ${quote(description)}`),
      ]
    }),
    '',
  ].join('\n')

const scripts = { bash, zsh, fish }
