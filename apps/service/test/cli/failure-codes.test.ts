import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

type Situation = {
  code: string
  /** The causes for which a command fails: returns its words and settings. The data folder has an installation. */
  prepare(DATA_DIR: string, t: TestContext): { args?: string; settings?: Record<string, string> }
}

const database = (folder: string) => join(folder, 'thumbturn.db')

function change(folder: string, sql: string) {
  const file = new DatabaseSync(database(folder))
  file.exec(sql)
  file.close()
}

const settings = (settings: Record<string, string>) => ({ settings })

const situations: Readonly<Record<string, Situation>> = {
  'an empty database next to a key': {
    code: 'database_empty',
    prepare: (folder) => {
      rmSync(database(folder))
      return {}
    },
  },
  'a database without its key': {
    code: 'master_key_missing',
    prepare: (folder) => {
      rmSync(join(folder, 'master.key'))
      return {}
    },
  },
  'another key': {
    code: 'master_key_mismatch',
    prepare: () => settings({ THUMBTURN_MASTER_KEY: randomBytes(32).toString('base64url') }),
  },
  'a key file without a key': {
    code: 'master_key_unavailable',
    prepare: (folder) => {
      writeFileSync(join(folder, 'master.key'), 'short\n')
      return {}
    },
  },
  'a command that prints no key': {
    code: 'master_key_unavailable',
    prepare: () => settings({ THUMBTURN_MASTER_KEY_COMMAND: 'exit 7' }),
  },
  'an unknown setting': { code: 'invalid_settings', prepare: () => settings({ THUMBTURN_COLOR: 'red' }) },
  'a folder that is a file': {
    code: 'invalid_settings',
    prepare: (folder) => settings({ DATA_DIR: database(folder) }),
  },
  'a file of breached passwords that has none': {
    code: 'invalid_settings',
    prepare: (folder) => settings({ BREACHED_PASSWORDS: join(folder, 'master.key') }),
  },
  'a file of authenticators that is no JSON': {
    code: 'invalid_settings',
    prepare: (folder) => settings({ AUTHENTICATORS_FILE: join(folder, 'master.key') }),
  },
  'a file of authorities that has no certificate': {
    code: 'invalid_settings',
    prepare: (folder) => settings({ CA_FILE: join(folder, 'master.key') }),
  },
  'roots that are no certificates': {
    code: 'invalid_settings',
    prepare: (folder) => settings({ FIDO_METADATA_ROOT: join(folder, 'master.key') }),
  },
  'a damaged database': {
    code: 'database_unusable',
    prepare: (folder) => {
      writeFileSync(database(folder), randomBytes(8_192))
      return {}
    },
  },
  'a database of another program': {
    code: 'database_unusable',
    prepare: (folder) => {
      rmSync(database(folder))
      change(folder, 'create table users (id integer)')
      return {}
    },
  },
  'a server that is down': {
    code: 'database_unusable',
    prepare: () => settings({ DATABASE_URL: 'postgres://me@127.0.0.1:1/db' }),
  },
  'a copy that was interrupted': {
    code: 'database_unusable',
    prepare: (folder) => {
      change(folder, `insert into installation (name, value) values ('unfinished copy', '{}')`)
      return {}
    },
  },
  'a missing migration': {
    code: 'schema_unusable',
    prepare: (folder) => {
      change(folder, 'delete from migrations')
      return settings({ MIGRATE_AT_START: 'off' })
    },
  },
  'a database from before the first release': {
    code: 'database_prerelease',
    prepare: (folder) => {
      change(folder, `update migrations set name = '0001-first-tables' where name = '0001-baseline'`)
      return {}
    },
  },
  'a later schema': {
    code: 'schema_unusable',
    prepare: (folder) => {
      change(folder, `insert into migrations values ('9999-later', 'contract', '9.9.9')`)
      return {}
    },
  },
  'a file that is no backup': {
    code: 'backup_unusable',
    prepare: (folder, t) => ({
      args: `restore ${join(folder, 'master.key')}`,
      settings: { DATA_DIR: join(dataFolder(t), 'data') },
    }),
  },
  'a file that does not exist': {
    code: 'bad_request',
    prepare: (_, t) => ({ args: 'restore /missing.backup', settings: { DATA_DIR: join(dataFolder(t), 'data') } }),
  },
  'a rejected file that cannot be created': {
    code: 'system_error',
    prepare: (folder) => {
      const file = join(folder, 'users.jsonl')
      writeFileSync(file, '{"format":"thumbturn-users","version":1,"rpId":"example.com"}\nx\n{"end":true}\n')
      return { args: `import --app shop --rejected ${folder}/none/rejected.jsonl ${file}` }
    },
  },
}

for (const [title, { code, prepare }] of Object.entries(situations))
  test(`with --json, the error for ${title} has the code ${code}`, async (t) => {
    const DATA_DIR = dataFolder(t)
    const created = await runCommand(
      ['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com'],
      { DATA_DIR },
    )
    assert.equal(created.code, 0, created.stderr)
    const { args = 'app list', settings } = prepare(DATA_DIR, t)
    const ended = await runCommand([...args.split(' '), '--json'], { DATA_DIR, ...settings })
    assert.equal(ended.code, 2)
    const failure = JSON.parse(ended.stderr.slice(ended.stderr.lastIndexOf('{\n')))
    assert.equal(failure.msgCode, code, failure.msg)
    assert.doesNotMatch(failure.msg, /\n {4}at /)
  })
