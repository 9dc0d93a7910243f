import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedValues, loadConfig, Settings } from './config.ts'

test('without any setting the defaults hold, and nobody can change them', () => {
  const config = loadConfig({ PATH: '/bin', HOME: '/root' })
  assert.equal(config.PORT, 4300)
  assert.equal(config.DATABASE_URL, 'sqlite:./data/thumbturn.db')
  assert.equal(config.BASE_URL, 'http://localhost:4300')
  assert.ok(Object.isFrozen(config))
  assert.deepEqual(loadConfig({ PORT: '', DATABASE_URL: '' }), config)
})

test('every mistake is told at once, by name, with what is allowed', () => {
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
        assert.ok(message.includes(`${name} must be ${allowedValues(name)}`), message)
      assert.match(message, /THUMBTURN_COLOUR is not a setting; there are: PORT, /)
      return true
    },
  )
})

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
  DATABASE_URL: ['x', 'sqlite:', 'postgres://', 'mysql://x/y', ' sqlite:x'],
  THUMBTURN_MASTER_KEY: ['x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}+`],
  LOG_LEVEL: ['INFO', 'trace', '30'],
})) {
  for (const value of values) {
    test(`${name}=${value} is refused by name, and the value is not shown`, () => {
      const about = { message: `These settings cannot be used:\n  ${name} must be ${allowedValues(name as 'PORT')}` }
      assert.throws(() => loadConfig({ [name]: value }), about)
    })
  }
}

test('no message shows what a secret was', () => {
  const secrets = {
    THUMBTURN_MASTER_KEY: 'hunter2',
    DATABASE_URL: 'mysql://me:hunter2@host/x',
    BASE_URL: 'http://me:hunter2@x',
  }
  assert.throws(
    () => loadConfig(secrets),
    ({ message }: Error) => !message.includes('hunter2'),
  )
})

test('a base URL is kept without the slash at its end', () => {
  assert.equal(loadConfig({ BASE_URL: 'https://id.example.com/' }).BASE_URL, 'https://id.example.com')
})

test('every setting says what it is for', () => {
  for (const [name, setting] of Object.entries(Settings.properties)) assert.ok('description' in setting, name)
})
