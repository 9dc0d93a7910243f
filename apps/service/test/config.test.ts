import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { findServeProblems, loadConfig } from '../src/config.ts'
import { secretSettings } from '../src/secret-files.ts'
import { describeAllowedValues, Settings } from '../src/settings.ts'

test("without any settings the defaults apply, and they can't be modified", () => {
  const config = loadConfig({ PATH: '/bin', HOME: '/root' })
  assert.equal(config.PORT, 4300)
  assert.equal(config.DATABASE_URL, 'sqlite:./data/thumbturn.db')
  assert.equal(config.BASE_URL, 'http://localhost:4300')
  assert.ok(Object.isFrozen(config))
  assert.deepEqual(loadConfig({ PORT: '', DATABASE_URL: '' }), config)
})

test("all mistakes are reported at once, each with the setting's name and the allowed values", () => {
  const wrong = {
    PORT: '70000',
    BASE_URL: 'localhost',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    THUMBTURN_COLOUR: 'red',
  }
  assert.throws(
    () => loadConfig({ ...wrong, THUMBTURN_MASTER_KEY: 'short' }),
    ({ message }: Error) => {
      for (const name of ['PORT', 'BASE_URL', 'LOG_LEVEL', 'DATABASE_URL', 'THUMBTURN_MASTER_KEY'] as const)
        assert.ok(message.includes(`${name} must be ${describeAllowedValues(name)}`), message)
      assert.match(message, /THUMBTURN_COLOUR is not a setting; there are: PORT, /)
      return true
    },
  )
})

const byteOrderMark = '\ufeff'

for (const [what, surround] of Object.entries({
  'a carriage return of Windows': (text: string) => `${text}\r`,
  'a line break at its end': (text: string) => `${text}\r\n`,
  'white space around it': (text: string) => ` \t${text} `,
  'a byte order mark': (text: string) => `${byteOrderMark}${text}`,
  'the quotes that Docker keeps': (text: string) => `"${text}"`,
  'single quotes and a carriage return': (text: string) => `'${text}'\r`,
}))
  test(`a variable, and a file, with ${what} has the value without it`, (t) => {
    const key = Buffer.alloc(32, 1).toString('base64url')
    const plain = {
      PORT: '4400',
      BASE_URL: 'https://id.example.com',
      THUMBTURN_MODE: 'production',
      THUMBTURN_MASTER_KEY: key,
      DATABASE_URL: 'postgres://thumbturn:secret@postgres/thumbturn',
      SMTP_URL: 'smtps://me:pw@mail.example:465',
      MAIL_FROM: 'no-reply@shop.example',
      DATA_DIR: './data of shop',
      RATE_LIMITS: 'off',
    }
    const given = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, surround(value)]))
    assert.deepEqual(loadConfig(given), loadConfig(plain))
    const path = join(dataFolder(t), 'key')
    writeFileSync(path, surround(key))
    assert.equal(loadConfig({ THUMBTURN_MASTER_KEY_FILE: surround(path) }).THUMBTURN_MASTER_KEY, key)
    const exposed = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', THUMBTURN_MODE: 'production' }
    const surrounded = Object.fromEntries(Object.entries(exposed).map(([name, value]) => [name, surround(value)]))
    assert.deepEqual(findServeProblems(surrounded, 'thumbturn'), findServeProblems(exposed, 'thumbturn'))
  })

test('a file in UTF-16, as PowerShell writes it, is read', (t) => {
  const path = join(dataFolder(t), 'token')
  writeFileSync(path, Buffer.from(`${byteOrderMark}${'x'.repeat(32)}\r\n`, 'utf16le'))
  assert.equal(loadConfig({ METRICS_TOKEN_FILE: path }).METRICS_TOKEN, 'x'.repeat(32))
})

test('a variable of white space alone counts as none', () => {
  assert.deepEqual(loadConfig({ PORT: ' ', BASE_URL: '\r', SMTP_URL: byteOrderMark, SMS_SECRET: '""' }), loadConfig({}))
})

test('quotes around a secret that another system has chosen are reported, as they could be a part of it', (t) => {
  const path = join(dataFolder(t), 'secret')
  writeFileSync(path, `"${'x'.repeat(40)}"\n`)
  for (const [name, settings] of [
    ['METRICS_TOKEN', { METRICS_TOKEN: `"${'x'.repeat(40)}"` }],
    ['SMS_SECRET', { SMS_SECRET: `'${'x'.repeat(40)}'` }],
    ['SMS_SECRET', { SMS_SECRET_FILE: path }],
  ] as const)
    assert.throws(() => loadConfig(settings), {
      message: `These settings cannot be used:\n  ${name} is in quotes, which would be a part of it: leave them out`,
    })
  assert.equal(loadConfig({ SMS_SECRET: `"${'x'.repeat(40)}` }).SMS_SECRET, `"${'x'.repeat(40)}`)
})

test('the quotes of a command belong to its shell', () => {
  const command = `"/opt/secret manager/read" "the key"`
  assert.equal(loadConfig({ THUMBTURN_MASTER_KEY_COMMAND: `${command}\r\n` }).THUMBTURN_MASTER_KEY_COMMAND, command)
})

for (const [platform, variables] of Object.entries({
  'Kubernetes, for a Service `thumbturn`': {
    THUMBTURN_SERVICE_HOST: '10.96.14.7',
    THUMBTURN_SERVICE_PORT: '80',
    THUMBTURN_SERVICE_PORT_HTTP: '80',
    THUMBTURN_PORT: 'tcp://10.96.14.7:80',
    THUMBTURN_PORT_80_TCP: 'tcp://10.96.14.7:80',
    THUMBTURN_PORT_80_TCP_PROTO: 'tcp',
    THUMBTURN_PORT_80_TCP_PORT: '80',
    THUMBTURN_PORT_80_TCP_ADDR: '10.96.14.7',
  },
  'Kubernetes, for a Service `thumbturn-metrics` with IPv6': {
    THUMBTURN_METRICS_SERVICE_HOST: 'fd00:10:96::7a1',
    THUMBTURN_METRICS_SERVICE_PORT: '9464',
    THUMBTURN_METRICS_PORT: 'tcp://[fd00:10:96::7a1]:9464',
    THUMBTURN_METRICS_PORT_9464_TCP: 'tcp://[fd00:10:96::7a1]:9464',
    THUMBTURN_METRICS_PORT_9464_TCP_ADDR: 'fd00:10:96::7a1',
  },
  'Kubernetes, for a Service `metrics`': {
    METRICS_SERVICE_HOST: '10.96.14.8',
    METRICS_PORT: 'tcp://10.96.14.8:9464',
    METRICS_PORT_9464_UDP_PROTO: 'udp',
  },
  'Docker, for a link `thumbturn`': {
    THUMBTURN_PORT: 'tcp://172.17.0.5:4300',
    THUMBTURN_NAME: '/web/thumbturn',
    THUMBTURN_ENV_BASE_URL: 'https://id.example.com',
    THUMBTURN_ENV_NODE_OPTIONS: '--max-old-space-size=256',
  },
}))
  test(`what ${platform}, sets does not stop a start`, () => assert.deepEqual(loadConfig(variables), loadConfig({})))

test('a misspelled setting is reported also if its name resembles that of a platform', () => {
  for (const [name, value] of [
    ['THUMBTURN_SERVICE_HOST', 'https://id.example.com'],
    ['THUMBTURN_PORT', '4300'],
    ['THUMBTURN_METRICS_PORT', '9464'],
    ['THUMBTURN_NAME', 'Shop'],
    ['THUMBTURN_MASTER_KEYS', 'x'],
  ] as const)
    assert.throws(() => loadConfig({ [name]: value }), new RegExp(`${name} is not a setting`))
})

const encoding =
  /DATABASE_URL must percent-encode special characters, such as those of the password: # is %23, \/ is %2F, \? is %3F, @ is %40, % is %25/

test('an address of PostgreSQL that programs read in different ways is a mistake, and the message says how to write it', (t) => {
  const file = join(dataFolder(t), 'nothing.pem')
  for (const [url, problem] of [
    ['postgres://me:hunter#2@localhost:5432/db', encoding],
    ['postgres://me:12#hunter2@localhost/db', encoding],
    ['postgres://me:hunter/2@localhost/db', encoding],
    ['postgres://me:hunter?2@localhost/db', encoding],
    ['postgres://me:hunter2%@localhost/db', encoding],
    ['postgres://me:hunter2%cd@localhost/db', encoding],
    ['postgres://me:hunter%2F2@localhost/db?options=-c search_path=app', encoding],
    ['postgres://me:hunter2@localhost:port/db', encoding],
    ['postgres://me:hunter2@db1:5432,db2:5432/db', /DATABASE_URL must name one host/],
    ['postgres://me:hunter2@db1,db2/db', /DATABASE_URL must name one host/],
    ['postgres://me:hunter2@/db?host=db1,db2', /DATABASE_URL must name one host/],
    [
      `postgres://me:hunter2@h/db?sslrootcert=${file}`,
      /DATABASE_URL names a file in sslrootcert .*nothing\.pem \(ENOENT\)/,
    ],
    [`postgres://me:hunter2@h/db?sslkey=${dirname(file)}`, /DATABASE_URL names a file in sslkey .* \(EISDIR\)/],
  ] as const) {
    const check = ({ message }: Error) => {
      assert.match(message, problem)
      assert.match(message, /PORT must be/)
      assert.doesNotMatch(message, /hunter/)
      return true
    }
    assert.throws(() => loadConfig({ PORT: 'x', DATABASE_URL: url }), check, url)
    const replica = { DATABASE_URL: 'postgres://h/db', DATABASE_REPLICA_URL: url }
    assert.throws(() => loadConfig(replica), new RegExp(problem.source.replace('DATABASE_URL', 'DATABASE_REPLICA_URL')))
  }
})

test('an address of PostgreSQL can have any password, the folder of a socket, and parameters', () => {
  for (const url of [
    'postgres://me:%23%2F%3F%40%3A%25%20@localhost:5432/db',
    'postgres://me:a:b@c@localhost/db',
    'postgres://me@/db?host=/run/postgresql',
    'postgres://me:p@%2Frun%2Fpostgresql:5433/db',
    'postgres:///db',
    'postgresql://localhost',
    'postgres://me:p@[::1]:5432/db?sslmode=verify-full&application_name=a%40b',
    'postgres://me:p,q@localhost/db',
  ])
    assert.equal(loadConfig({ DATABASE_URL: url }).DATABASE_URL, url)
})

test("variables that backends use for keys and URLs aren't reported as misspelled settings", () => {
  const kept = { THUMBTURN_URL: 'http://localhost:4300/apps/demo', THUMBTURN_API_KEY: 'a', THUMBTURN_ADMIN_KEY: 'b' }
  assert.deepEqual(loadConfig(kept), loadConfig({}))
})

test('secrets can be in files', (t) => {
  const folder = dataFolder(t)
  const toFile = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const key = Buffer.alloc(32, 1).toString('base64url')
  const DATABASE_URL_FILE = toFile('database-url', 'postgres://thumbturn:secret@postgres/thumbturn\n')
  const THUMBTURN_MASTER_KEY_FILE = toFile('master-key', `${key}\n`)
  const config = loadConfig({ DATABASE_URL_FILE, THUMBTURN_MASTER_KEY_FILE, SMTP_URL_FILE: '' })
  assert.equal(config.DATABASE_URL, 'postgres://thumbturn:secret@postgres/thumbturn')
  assert.equal(config.THUMBTURN_MASTER_KEY, key)
  const exposed = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  assert.equal(findServeProblems(exposed, 'thumbturn').length, 1)
  assert.deepEqual(
    findServeProblems({ ...exposed, METRICS_TOKEN_FILE: toFile('token', 'x'.repeat(32)) }, 'thumbturn'),
    [],
  )
})

test('a secret in two places, or in a file that is missing or empty, is reported without its value', (t) => {
  const folder = dataFolder(t)
  const empty = join(folder, 'empty')
  const wrong = join(folder, 'wrong')
  writeFileSync(empty, '\n')
  writeFileSync(wrong, 'not-a-key')
  const both = { DATABASE_URL: 'sqlite:x', DATABASE_URL_FILE: wrong }
  assert.throws(() => loadConfig(both), /DATABASE_URL_FILE can't be set together with DATABASE_URL/)
  for (const path of [empty, join(folder, 'missing'), folder])
    for (const name of secretSettings)
      assert.throws(
        () => loadConfig({ [`${name}_FILE`]: path }),
        new RegExp(`${name}_FILE names no file with a value: `),
      )
  assert.throws(
    () => loadConfig({ THUMBTURN_MASTER_KEY_FILE: wrong }),
    ({ message }: Error) => /THUMBTURN_MASTER_KEY must be 43/.test(message) && !message.includes('not-a-key'),
  )
})

test('the master key comes from one place, and a key service needs all of its settings', () => {
  const key = { THUMBTURN_MASTER_KEY: 'x'.repeat(43) }
  const command = { THUMBTURN_MASTER_KEY_COMMAND: 'cat key' }
  const service = {
    THUMBTURN_KEY_SERVICE_URL: 'https://vault.example/v1/transit/decrypt/x',
    THUMBTURN_KEY_SERVICE_TOKEN: 'hvs.x',
    THUMBTURN_ENCRYPTED_MASTER_KEY: 'vault:v1:x',
  }
  for (const settings of [key, command, service]) assert.ok(loadConfig(settings))
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ...key, ...command }, / {2}THUMBTURN_MASTER_KEY_COMMAND can't be set together with THUMBTURN_MASTER_KEY$/],
    [{ ...command, ...service }, /KEY_SERVICE_URL can't be set together with THUMBTURN_MASTER_KEY_COMMAND$/],
    [{ ...service, THUMBTURN_KEY_SERVICE_TOKEN: '' }, /KEY_SERVICE_URL needs THUMBTURN_KEY_SERVICE_TOKEN$/],
    [{ ...service, THUMBTURN_KEY_SERVICE_URL: 'http://vault.example/v1' }, /URL must be an https:\/\/ address/],
    [{ ...service, THUMBTURN_KEY_SERVICE_TOKEN: 'a b' }, /TOKEN must be text without spaces/],
    [{ ...service, THUMBTURN_ENCRYPTED_MASTER_KEY: 'a b' }, /KEY must be what the key service returned/],
  ]
  for (const [settings, message] of wrong) assert.throws(() => loadConfig(settings), { message })
})

/** The settings that other settings require. */
const companions = {
  MAIL_FROM: 'no-reply@shop.example',
  SMS_FROM: '+15550100',
  SMS_SECRET: 'x'.repeat(32),
  SECURITY_CONTACT: 'mailto:security@shop.example',
}

for (const [name, values] of Object.entries({
  PORT: ['-1', '65536', '80.5', 'http', '4300x', 'NaN', 'Infinity', 'null', 'true'],
  BASE_URL: [
    'x',
    'ftp://x',
    'http://',
    'http://x/path',
    'http://x?y',
    'http://[',
    'http://x:99999',
    'http://a b',
    'http://me:pw@x',
  ],
  DATABASE_URL: ['x', 'sqlite:', 'postgres://', 'mysql://x/y'],
  THUMBTURN_MASTER_KEY: ['x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}+`],
  LOG_LEVEL: ['INFO', 'trace', '30'],
  LOG_FORMAT: ['text', 'JSON'],
  MIGRATE_AT_START: ['yes', 'true', 'ON'],
  METRICS_PORT: ['-1', '65536', '9464x'],
  METRICS_TOKEN: ['x'.repeat(31), `${'x'.repeat(32)} y`],
  THUMBTURN_MODE: ['dev', 'Production'],
  DATABASE_REPLICA_URL: ['sqlite:a.db', 'mysql://there', 'postgres://'],
  DATABASE_POOL: ['1', '501', '10.5', 'all'],
  OVERLOAD_WAIT_MS: ['-1', '10001', '0.5', 'off'],
  STOP_DELAY_MS: ['-1', '60001', '1.5', 'off'],
  THUMBTURN_MESSAGE_QUEUE: ['9', '1000001', '10.5', 'many'],
  SMTP_URL: [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/x',
    'smtp://me@mail.example',
    'smtp://a b',
  ],
  MAIL_FROM: ['x', 'a@b,c@d', 'Shop <a@b>', 'a@b\r\nBcc: c@d', 'a@b@c'],
  SMS_URL: [
    'x',
    'ftp://x',
    'http://sms.example',
    'https://me:hunter2@sms.example',
    'twilio+https://api.twilio.com',
    'twilio+https://AC01@api.twilio.com',
    'twilio+http://AC01:token@api.twilio.com',
  ],
  SMS_FROM: ['+0151', '+1', 'a name too long', 'Sh@p', '+1555\r\n0100'],
  SMS_SECRET: ['short', 'x'.repeat(31)],
  SECURITY_CONTACT: [
    'security@shop.example',
    'http://shop.example/report',
    'mailto:a@b\nContact: mailto:c@d',
    'mailto:a@b,',
    'tel:5550100',
    `https://shop.example/${'x'.repeat(1_000)}`,
  ],
  SECURITY_POLICY: ['shop.example', 'http://shop.example', 'https://shop.example/a b'],
  CONNECTOR_NETWORKS: ['10.0.0.0/33', '10.1', 'siem.example', 'localhost', '10.0.0.0/8;fd00::/8', 'fd00::/129'],
})) {
  for (const value of values) {
    test(`${name}=${value} is rejected by name, and the value is not shown`, () => {
      const about = {
        message: `These settings cannot be used:\n  ${name} must be ${describeAllowedValues(name as 'PORT')}`,
      }
      assert.throws(() => loadConfig({ ...companions, [name]: value }), about)
    })
  }
}

test('settings that have no effect alone name the settings they require', () => {
  for (const [settings, message] of [
    [{ SMTP_URL: 'smtps://mail.example' }, /SMTP_URL needs MAIL_FROM/],
    [{ SMS_URL: 'twilio+https://AC01:token@api.twilio.com' }, /SMS_URL needs SMS_FROM/],
    [{ SMS_URL: 'https://sms.example/hook' }, /SMS_URL needs SMS_SECRET/],
    [{ SECURITY_POLICY: 'https://shop.example/security' }, /SECURITY_POLICY needs SECURITY_CONTACT/],
    [{ DATABASE_REPLICA_URL: 'postgres://standby/thumbturn' }, /DATABASE_REPLICA_URL needs DATABASE_URL/],
  ] as const)
    assert.throws(() => loadConfig(settings), message)
  const secret = 'x'.repeat(32)
  loadConfig({ SMTP_URL: 'smtp://me:p%40ss@mail.example:587', MAIL_FROM: 'no-reply@shop.example' })
  loadConfig({ SMTP_URL: 'smtp://localhost:1025/', MAIL_FROM: 'no-reply@shop.example' })
  loadConfig({ SMS_URL: 'twilio+https://AC01:token@api.twilio.com', SMS_FROM: '+15550100' })
  loadConfig({ SMS_URL: 'https://sms.example/hook?x=1', SMS_SECRET: secret })
  loadConfig({ SMS_URL: 'http://localhost:9/', SMS_SECRET: secret })
})

for (const [settings, mode] of [
  [{}, 'development'],
  [{ BASE_URL: 'http://localhost:80' }, 'development'],
  [{ BASE_URL: 'http://shop.localhost:4300' }, 'development'],
  [{ BASE_URL: 'https://id.example.com' }, 'production'],
  [{ BASE_URL: 'https://localhost.example.com' }, 'production'],
  [{ BASE_URL: 'https://id.example.com', THUMBTURN_MODE: 'development' }, 'development'],
  [{ THUMBTURN_MODE: 'production' }, 'production'],
] as const) {
  test(`the mode with ${JSON.stringify(settings)} is ${mode}`, () =>
    assert.equal(loadConfig(settings).THUMBTURN_MODE, mode))
}

test('a base URL loses its trailing slash', () => {
  assert.equal(loadConfig({ BASE_URL: 'https://id.example.com/' }).BASE_URL, 'https://id.example.com')
})

test('every setting has a description', () => {
  for (const [name, setting] of Object.entries(Settings.properties)) assert.ok('description' in setting, name)
})

test('a missing certificate file is reported at startup, not with the first mail', () => {
  const smtp = { SMTP_URL: 'smtps://mail.example:465', MAIL_FROM: 'no-reply@shop.example' }
  assert.throws(() => loadConfig({ ...smtp, SMTP_CA: '/nowhere/authority.pem', PORT: 'http' }), {
    message: /PORT must be[\s\S]*SMTP_CA names no file: \/nowhere\/authority\.pem/,
  })
  assert.throws(() => loadConfig({ BREACHED_PASSWORDS: '/nowhere/breached.txt' }), {
    message: /BREACHED_PASSWORDS names no file: \/nowhere\/breached\.txt/,
  })
  assert.equal(loadConfig({ ...smtp, SMTP_CA: import.meta.filename }).SMTP_CA, import.meta.filename)
})
