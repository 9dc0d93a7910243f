/** How to run the snippet of a language, in a folder that contains it and its driver. */
export type Language = {
  /** The driver, which prints what the snippet makes of each token, and where it belongs in the folder. */
  driver: readonly [file: string, target: string]
  /** Commands that install libraries and compile. */
  prepare: readonly (readonly [string, ...string[]])[]
  run: readonly [string, ...string[]]
  env?: NodeJS.ProcessEnv
  /** How many times in half a minute tokens with unknown key IDs can make it fetch the keys. */
  fetchesOnUnknownKeys: number
}

const { PHP_AUTOLOAD } = process.env
const maven = ['mvn', '--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'] as const

export const languages: Readonly<Record<string, Language>> = {
  python: {
    driver: ['run.py', 'run.py'],
    prepare: [['python3', '-m', 'pip', 'install', '--quiet', '--target', 'packages', '-r', 'requirements.txt']],
    run: ['python3', 'run.py'],
    env: { PYTHONPATH: 'packages' },
    fetchesOnUnknownKeys: 1,
  },
  go: {
    driver: ['main.go', 'cmd/main.go'],
    prepare: [['go', 'build', '-o', 'verify', './cmd']],
    run: ['./verify'],
    fetchesOnUnknownKeys: 1,
  },
  php: {
    driver: ['run.php', 'run.php'],
    prepare: PHP_AUTOLOAD ? [] : [['composer', 'install', '--no-interaction', '--no-progress', '--quiet']],
    // Standard input is a socket, which PHP would close after a minute.
    run: ['php', '-d', 'default_socket_timeout=-1', 'run.php'],
    env: { PHP_AUTOLOAD: PHP_AUTOLOAD ?? 'vendor/autoload.php' },
    fetchesOnUnknownKeys: 10,
  },
  java: {
    driver: ['Main.java', 'Main.java'],
    prepare: [maven, ['javac', '-d', 'classes', '-cp', 'lib/*', 'TokenVerifier.java', 'Main.java']],
    run: ['java', '-cp', 'classes:lib/*', 'Main'],
    fetchesOnUnknownKeys: 2,
  },
  ruby: {
    driver: ['run.rb', 'run.rb'],
    prepare: [],
    run: ['ruby', 'run.rb'],
    fetchesOnUnknownKeys: 1,
  },
  dotnet: {
    driver: ['Program.cs', 'Program.cs'],
    prepare: [['dotnet', 'build', '--output', 'out']],
    run: ['./out/Verify'],
    fetchesOnUnknownKeys: 1,
  },
}

/** The same for the sessions of examples/session. */
export const sessionLanguages: Readonly<Record<string, Omit<Language, 'fetchesOnUnknownKeys'>>> = {
  python: { ...languages.python!, driver: ['session.py', 'run.py'] },
  go: {
    driver: ['session.go', 'cmd/main.go'],
    prepare: [['go', 'build', '-o', 'session', './cmd']],
    run: ['./session'],
  },
}
