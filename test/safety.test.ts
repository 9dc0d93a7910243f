import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'

type Source = { file: string }
type Finding = { rule: string; file: string; line: number; code: string; message: string }
type Findings = Record<'verdicts' | 'sql' | 'ambient' | 'secrets', Omit<Finding, 'rule'>[]>
type Exception = { rule: string; file: string; code?: string; reason: string }

const load = (name: string) => import(resolve(import.meta.dirname, `../scripts/check/safety/${name}.mjs`))
const { parseSource } = (await load('syntax')) as { parseSource: (file: string, text: string) => Source }
const { findUnsafeCode, applyExceptions } = (await load('rules')) as {
  findUnsafeCode: (sources: Source[]) => Findings
  applyExceptions: (found: Findings, exceptions: Exception[]) => { findings: Finding[]; unused: Exception[] }
}
const { exceptions } = (await load('exceptions')) as { exceptions: Exception[] }

const inCore = 'apps/service/src/core/sample.ts'
const inStorage = 'apps/service/src/storage/sample.ts'
const { readSources } = (await load('tree')) as { readSources: (folders: string[]) => Source[] }

/** The code that a rule finds in a text. */
const find = (rule: keyof Findings, text: string, file = inCore) =>
  findUnsafeCode([parseSource(file, text)])[rule].map(({ code }) => code)

describe('verdicts that nothing looks at are found', () => {
  const facts = `
    export type Facts = {
      /** The session can't be used again: session_spent. */
      spend: Session
      /** Does nothing if there is none. */
      unlock: User
    }
    export type Conflict = 'session_spent' | 'user_missing'`

  test('the result of a function that verifies or compares', () => {
    const bad = ['timingSafeEqual(a, b)', 'verifySignature(key, data)', 'isCode(core, code, typed)', 'hasScope(caller)']
    for (const call of bad) {
      assert.deepEqual(find('verdicts', call), [call])
      assert.deepEqual(find('verdicts', `void ${call}`), [call])
      assert.deepEqual(find('verdicts', `async () => { await ${call} }`), [call])
      assert.deepEqual(find('verdicts', `if (!${call}) throw rejected()`), [])
      assert.deepEqual(find('verdicts', `export const isRight = ${call}`), [])
    }
  })

  test('the result of a function in another file, and of a method, by their types', () => {
    const verify = parseSource(
      'apps/service/src/core/verify.ts',
      `export const verifyA = (code: string): boolean => code.length > 0
       export function verifyB(code: string): void { if (!code) throw new Error('wrong') }
       /** @throws Error: wrong */
       export function verifyC(code: string): string { return code }
       export type Port = { verifyD(code: string): Promise<boolean>; verifyE(code: string): Promise<void> }`,
    )
    const use = parseSource(
      inCore,
      `import { verifyA, verifyB, verifyC } from './verify.ts'
       verifyA(code); verifyB(code); verifyC(code); await port.verifyD(code); await port.verifyE(code)`,
    )
    const found = findUnsafeCode([verify, use]).verdicts
    assert.deepEqual(
      found.map(({ code }) => code),
      ['verifyA(code)', 'port.verifyD(code)'],
    )
  })

  test('a promise instead of its result', () => {
    const define = 'async function isAllowed(user: User): Promise<boolean> { return look(user) }'
    for (const use of [
      'if (isAllowed(user)) go()',
      'isAllowed(user) && go()',
      'isAllowed(user) ? 1 : 2',
      '!isAllowed(user)',
    ])
      assert.deepEqual(find('verdicts', `${define}\nexport const use = () => { ${use} }`), ['isAllowed(user)'])
    assert.deepEqual(
      find('verdicts', `${define}\nexport const use = async () => { if (await isAllowed(user)) go() }`),
      [],
    )
  })

  test('a promise that nothing awaits, whatever its function is called', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'thumbturn-promises-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const config = readFileSync(resolve(import.meta.dirname, '../scripts/check/safety/promises.json'), 'utf8')
    const { linter } = JSON.parse(config) as { linter: unknown }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter }))
    const lint = (text: string) => {
      writeFileSync(join(folder, 'sample.ts'), text)
      const biome = resolve(import.meta.dirname, '../node_modules/.bin/biome')
      return spawnSync(biome, ['lint'], { cwd: folder, encoding: 'utf8' })
    }
    const define = 'async function write() { return 1 }\n'
    const bad = lint(`${define}export function use() { write() }\n`)
    assert.match(bad.stderr + bad.stdout, /noFloatingPromises/)
    assert.equal(bad.status, 1)
    assert.equal(lint(`${define}export async function use() { await write() }\n`).status, 0)
  })

  test('the conflict of a batch with a fact that can conflict', () => {
    const spent = 'core.store.commit([{ spend: flow }])'
    assert.deepEqual(find('verdicts', `${facts}\nawait ${spent}`), [spent])
    assert.deepEqual(find('verdicts', `${facts}\nif (await ${spent}) throw used()`), [])
    assert.deepEqual(find('verdicts', `${facts}\nawait core.store.commit([{ unlock: user }])`), [])
  })
})

describe('SQL that is composed as text is found', () => {
  test('with interpolated values and with joined strings', () => {
    const bad = [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample of a rule
      '`select id from users where name = ${name}`',
      "'delete from users where id = ' + id",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample of a rule
      '`update ${table} set a = 1`',
    ]
    for (const text of bad) assert.deepEqual(find('sql', `run(${text})`), [text])
  })

  test('in storage, as the argument of what runs statements', () => {
    for (const call of ['client.query(text)', 'database.prepare(text)', 'database.exec(text)', 'sql.raw(text)'])
      assert.deepEqual(find('sql', call, inStorage), [call])
  })

  test('parameters, constants, and the tag of the query builder are allowed', () => {
    const good = [
      "client.query('select id from users where name = $1', [name])",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample of a rule
      'database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample of a rule
      'sql`select id from users where name = ${name}`',
      'pattern.exec(text)',
    ]
    for (const text of good) assert.deepEqual(find('sql', text, inStorage), [], text)
  })
})

describe('clock and randomness outside their port are found', () => {
  test('in the service, also where they are passed on', () => {
    for (const read of ['new Date()', 'randomBytes(16)', 'randomUUID()'])
      assert.deepEqual(find('ambient', `use(${read})`), [read])
    for (const read of ['Date.now', 'performance.now', 'process.hrtime', 'Math.random', 'crypto.randomUUID']) {
      assert.deepEqual(find('ambient', `const at = ${read}()`), [read])
      assert.deepEqual(find('ambient', `connect({ input: ${read} })`), [read])
    }
    assert.deepEqual(find('ambient', 'const at = core.now(); const day = new Date(at)'), [])
  })

  test('in pages and scripts, only randomness that can be predicted', () => {
    const text = 'const at = Date.now(); const id = Math.random()'
    assert.deepEqual(find('ambient', text, 'apps/demo/src/sample.tsx'), ['Math.random'])
  })
})

describe('comparisons of secrets that take longer for better guesses are found', () => {
  test('by operators, methods, and searches', () => {
    const bad = [
      'tokenHash === hash(sent)',
      'sent !== key.secret',
      'code.hash == made',
      'invitation.token.startsWith(sent)',
      'mac.equals(expected)',
      'Buffer.compare(signature, made)',
      'known.includes(apiKey)',
    ]
    for (const text of bad) assert.deepEqual(find('secrets', `if (${text}) go()`), [text])
  })

  test('comparisons with what the source says, and of codes of errors, are allowed', () => {
    const good = [
      "token === ''",
      'hash !== undefined',
      "typeof secret === 'string'",
      'error.code === code',
      'code === TAKEN',
    ]
    for (const text of good) assert.deepEqual(find('secrets', `if (${text}) go()`), [], text)
  })
})

test('an exception allows the code that it names, has a reason, and is reported once it allows nothing', () => {
  const found = findUnsafeCode([parseSource(inCore, 'const late = a.hash === b; const bad = c.hash === d')])
  const allow = (code: string) => ({ rule: 'secrets', file: inCore, code, reason: 'Public.' })
  const { findings, unused } = applyExceptions(found, [allow('a.hash === b'), allow('e.hash === f')])
  assert.deepEqual(
    findings.map(({ rule, code, line }) => ({ rule, code, line })),
    [{ rule: 'secrets', code: 'c.hash === d', line: 1 }],
  )
  assert.deepEqual(unused, [allow('e.hash === f')])
  for (const { reason } of exceptions) assert.match(reason, /^\w.{10,}\.$/)
})

describe('the service, its verifier, and the SDK for backends have no unsafe code', () => {
  const folders = ['apps/service/src', 'packages/contract/src', 'packages/webauthn/src', 'packages/node/src']
  const sources = readSources(folders)
  const { findings } = applyExceptions(findUnsafeCode(sources), exceptions)
  const list = (rule: keyof Findings) =>
    findings.filter((one) => one.rule === rule).map(({ file, line, code }) => `${file}:${line} ${code}`)

  test('every verdict is looked at', () => {
    assert.ok(sources.length > 800, 'sources are read')
    assert.deepEqual(list('verdicts'), [])
  })

  test('SQL is composed by the query builder only', () => assert.deepEqual(list('sql'), []))

  test('clock and randomness enter the service through main, its command line, and the adapters only', () =>
    assert.deepEqual(list('ambient'), []))

  test('secrets are compared in constant time: no === on a hash, signature, or secret', () =>
    assert.deepEqual(list('secrets'), []))
})
