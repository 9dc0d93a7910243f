import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openidApi } from '@thumbturn/contract'
import { signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { exampleCall, type Operation, operations } from '@thumbturn/service-harness/calls.ts'
import { type Credential, everyCredential, verdictOn } from '@thumbturn/service-harness/credentials.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { newDirectory } from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'

const notJson = 'The request body is not valid JSON.'
const notUtf8 = 'The request body is not valid UTF-8.'
const polluting = 'The request body must not contain `__proto__` or `constructor.prototype`.'
const tooDeep = 'The JSON of the body is nested too deeply.'
const notAnObject = 'The request body must be an object.'

/** Bodies that no schema sees, and their only explanation. */
const unreadable: [what: string, body: string | Buffer, sentence: string][] = [
  ['a comma after the last field', '{"a":1,}', notJson],
  ['half an object', '{"a":', notJson],
  ['bytes after the object', '{}x', notJson],
  ['two objects', '{}{}', notJson],
  ['only spaces', '  ', notJson],
  ['NaN', '{"a":NaN}', notJson],
  ['a number with a leading zero', '{"a":01}', notJson],
  ['single quotes', "{'a':1}", notJson],
  ['a comment', '{/* a */}', notJson],
  ['a line break in a text', '{"a":"\n"}', notJson],
  ['a form', 'a=1&b=2', notJson],
  ['a byte that is not UTF-8', Buffer.from('{"a":"\xe4"}', 'latin1'), notUtf8],
  ['half a UTF-8 sequence', Buffer.from([0x7b, 0x22, 0xc3]), notUtf8],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), notUtf8],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), notUtf8],
  ['__proto__', '{"__proto__":{"polluted":1}}', polluting],
  ['an escaped __proto__', '{"\\u005f_proto__":{"polluted":1}}', polluting],
  ['constructor.prototype', '{"constructor":{"prototype":{"polluted":1}}}', polluting],
  ['more levels than any body has', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, tooDeep],
]

const notAnyObject: [what: string, body: string, sentence: string][] = [
  ['null', 'null', notAnObject],
  ['an array', '[]', notAnObject],
  ['a text', '"x"', notAnObject],
  ['a number', '1', notAnObject],
  ['true', 'true', notAnObject],
]

const jsonOperations = operations.filter(({ route }) => route.body && route.bodyMedia === undefined)

/** The message of an error, and its code, in the format of any API. */
function readError(text: string): { said: string; code: string } {
  const { msg, msgCode, message, code, error, error_description } = JSON.parse(text) as Record<string, string>
  return { said: (msg ?? message ?? error_description)!, code: (msgCode ?? code ?? error)! }
}

anyEngine('a malformed body', (fresh) => {
  const running = useService(fresh)
  let credentials: readonly Credential[]
  before(async () => {
    credentials = await everyCredential(running(), await signUpUserOn(running(), 'a-device'))
  })

  async function send(operation: Operation, payload: string | Buffer, type = 'application/json') {
    const { method, path, ask } = exampleCall(operation)
    const { header, headers } = credentials.find((one) => verdictOn(operation.route, one) === 'accepted')!
    const authorization = header === undefined ? {} : { authorization: header }
    const response = await running().server.inject({
      method: method as 'POST',
      url: path.slice(1),
      headers: { ...ask.headers, ...headers, ...authorization, 'content-type': type },
      payload,
    })
    return { status: response.statusCode, text: response.body }
  }

  for (const operation of jsonOperations) {
    const { name, api, route } = operation

    test(`${api.title}: ${name} explains every malformed body by what is wrong with it`, async () => {
      const empty: typeof notAnyObject = route.bodyOptional ? [] : [['no body', '', notAnObject]]
      for (const [what, body, sentence] of [...unreadable, ...notAnyObject, ...empty]) {
        const { status, text } = await send(operation, body)
        assert.equal(status, 400, `${what}: ${text}`)
        assert.equal(readError(text).said, sentence, what)
      }
      assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    })

    test(`${api.title}: ${name} accepts JSON in UTF-8 alone`, async () => {
      for (const type of [
        'application/json; charset=iso-8859-1',
        'application/json;charset="utf-16"',
        'application/jsonx',
        'application/xml',
        'multipart/form-data; boundary=x',
        'text/json',
        'application/json, application/json',
      ]) {
        const { status, text } = await send(operation, '{}', type)
        assert.equal(status, 415, `${type}: ${text}`)
        const expected = 'The body must be sent as application/json in UTF-8, without content encoding'
        // OAuth has one code for every malformed request (RFC 6749 §5.2).
        const code = api.title === openidApi.title ? 'invalid_request' : 'unsupported_media_type'
        assert.deepEqual(readError(text), { said: expected, code }, type)
      }
      const plain = await send(operation, '[]')
      for (const type of ['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'Application/JSON'])
        assert.deepEqual(await send(operation, '[]', type), plain, type)
      assert.deepEqual(await send(operation, '\ufeff[]'), plain)
    })
  }

  test('SCIM explains a malformed body in its own format', async () => {
    const { key } = await newDirectory(running())
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' }
    for (const [what, payload, detail] of unreadable) {
      const response = await running().server.inject({ method: 'POST', url: '/scim/v2/Users', headers, payload })
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
      assert.deepEqual(response.json(), { schemas, status: '400', scimType: 'invalidSyntax', detail }, what)
    }
    const latin = { ...headers, 'content-type': 'application/scim+json; charset=iso-8859-1' }
    const response = await running().server.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: latin,
      payload: '{}',
    })
    assert.equal(response.statusCode, 415)
    assert.match(response.json<{ detail: string }>().detail, /in UTF-8/)
  })
})
