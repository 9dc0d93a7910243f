import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTexts } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { createSender } from '@thumbturn/service-harness/sender.ts'
import { type Answer, stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { deleteApplication } from '../../../src/core/use-cases/applications/delete.ts'

type Texts = Record<string, string>
type Template = { template: string; locale: string; texts: Texts; defaults: Texts; updatedAt?: string }

const invalid = { status: 400, msgCode: 'bad_request' }
const limited = { limits: { store: 'memory', factor: 1 } } as const

eachEngine('message templates', (fresh) => {
  const service = useService(fresh, limited)
  const path = (app: string, name = 'code/en-US') => `/applications/${app}/message-templates/${name}`
  const put = (dashboard: Dashboard, app: string, texts: CustomTexts) =>
    dashboard.ask('PUT', path(app), { body: { texts } })
  const list = async (dashboard: Dashboard, app: string) =>
    readBody<{ messageTemplates: Template[] }>(await dashboard.ask('GET', `/applications/${app}/message-templates`))
      .messageTemplates
  const find = async (dashboard: Dashboard, app: string) =>
    (await list(dashboard, app)).find(({ template, locale }) => template === 'code' && locale === 'en-US')!
  const outbox = async (appId: string) => service().core.store.outbox.list(appId, 10)
  const codeTo = (to: string, locale: Locale = 'en-US') => ({
    ...({ channel: 'email', to, template: 'code', locale } as const),
    values: { code: '012345', minutes: '10' },
  })

  test('users get the texts that an application changed, and the default ones otherwise', async () => {
    const dashboard = await newMember(service())
    const sender = await createSender(service())
    const { appId } = sender
    const texts = { subject: '{code} is your code', text: 'Type it into {app}.', short: '{code}: {app}' }
    const changed = readBody<Template>(await put(dashboard, appId, texts))
    assert.partialDeepStrictEqual(changed.texts, { ...texts, title: 'Your code' })
    await sender.queue([codeTo('ada@example.com'), { ...codeTo('+4915112345678'), channel: 'sms' }])
    await sender.queue([codeTo('grace@example.com', 'es-ES')])
    await sender.deliver()
    const messages = new Map((await outbox(appId)).map((message) => [message.to, message]))
    assert.partialDeepStrictEqual(messages.get('ada@example.com'), { subject: '012345 is your code' })
    assert.match(messages.get('ada@example.com')!.text, /Your code\n\nType it into sender-\d+\.\n\n012345\n/)
    assert.match(messages.get('+4915112345678')!.text, /^012345: sender-\d+$/)
    assert.partialDeepStrictEqual(messages.get('grace@example.com'), { subject: `Tu código para ${appId}` })
  })

  test('markup in a text reaches users as text', async () => {
    const dashboard = await newMember(service())
    const sender = await createSender(service())
    readBody(await put(dashboard, sender.appId, { text: '<img src=x onerror=alert(1)> & <b>{app}</b>' }))
    await sender.queue([codeTo('ada@example.com')])
    await sender.deliver()
    const [mail] = await outbox(sender.appId)
    assert.ok(mail?.channel === 'email')
    assert.doesNotMatch(mail.html, /<img|<b>/)
    assert.match(mail.html, /&#60;img src=x onerror=alert\(1\)&#62; &#38; &#60;b&#62;/)
  })

  test('a text must have its code, and only placeholders that exist', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const cases: [object, RegExp][] = [
      [{ short: 'Welcome to {app}' }, /^short must contain \{code\}$/],
      [
        { spoken: 'Your code is {code}' },
        /^spoken has the unknown placeholder \{code\}; there are: \{app\}, \{digits\}/,
      ],
      [{ text: 'Dear {user name}' }, /^text has the unknown placeholder \{user name\}; there are: \{app\}, \{code\}/],
      [{ action: 'Continue' }, /^A message of the template code has no action$/],
      [{ subject: '' }, /subject/],
      [{ subject: 'two\nlines' }, /subject/],
      [{ subject: 'x'.repeat(161) }, /subject/],
      [{ headline: 'x' }, /headline/],
    ]
    for (const [texts, msg] of cases) {
      for (const [method, end] of [
        ['PUT', ''],
        ['POST', '/preview'],
      ] as const)
        assertRejected(await dashboard.ask(method, path(appId) + end, { body: { texts } }), { ...invalid, msg })
    }
    assert.equal((await find(dashboard, appId)).updatedAt, undefined)
    assertRejected(await dashboard.ask('DELETE', path(appId, 'code/de-DE')), { ...invalid, msg: /locale/ })
    assertRejected(await dashboard.ask('DELETE', path(appId, 'welcome/en-US')), { ...invalid, msg: /template/ })
  })

  test('the list has every message in every language, with its default texts', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const templates = await list(dashboard, appId)
    assert.equal(templates.length, 18)
    for (const { texts, defaults, updatedAt, template } of templates) {
      assert.deepEqual(texts, defaults)
      assert.equal(updatedAt, undefined)
      assert.equal('action' in texts, template === 'link')
    }
  })

  test('a text that equals the default one is not stored, and a reset removes all', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const { defaults } = await find(dashboard, appId)
    const at = new Date(service().clock.now()).toISOString()
    assert.equal(readBody<Template>(await put(dashboard, appId, { title: 'Code', text: defaults.text! })).updatedAt, at)
    const { store } = service().core
    assert.deepEqual((await store.messageTemplates.list(appId))[0]?.texts, { title: 'Code' })
    readBody(await dashboard.ask('DELETE', path(appId)), 204)
    assert.deepEqual((await find(dashboard, appId)).texts, defaults)
    readBody(await put(dashboard, appId, { title: 'Code' }))
    assert.equal(readBody<Template>(await put(dashboard, appId, defaults as CustomTexts)).updatedAt, undefined)
    assert.deepEqual(await store.messageTemplates.list(appId), [])
  })

  test('the preview shows every format with made-up values, and changes nothing', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service(), { locale: 'en-US' })
    const before = await stored(service().database)
    const preview = async (name: string, texts: CustomTexts) =>
      readBody<{ email: object; sms: string; voice: string }>(
        await dashboard.ask('POST', `${path(appId, name)}/preview`, { body: { texts } }),
      )
    const { email, sms, voice } = await preview('code/en-US', { title: '<b>Hello</b>', short: '{app} {code}' })
    assert.partialDeepStrictEqual(email, { subject: `Your code for ${appId}`, title: '<b>Hello</b>', code: '493817' })
    assert.equal(sms, `${appId} 493817`)
    assert.match(voice, /4, 9, 3, 8, 1, 7/)
    assert.partialDeepStrictEqual((await preview('recovered/es-ES', {})).email, {
      details: [{ label: 'Dispositivo', value: 'Chrome on Windows' }, { label: 'Cuándo' }],
    })
    assert.partialDeepStrictEqual((await preview('link/en-US', { action: 'Continue' })).email, {
      link: { action: 'Continue', href: 'http://localhost:4300/sign-in#otp=493817' },
    })
    assert.deepEqual(await stored(service().database), before)
  })

  test('a test reaches one address with the texts as they are typed, and the audit log masks it', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const body = { texts: { subject: 'A draft' }, channel: 'email', to: 'ada@example.com' }
    const answer = await dashboard.ask('POST', `${path(appId)}/test`, { body })
    assert.deepEqual(readBody(answer), { outcome: 'outbox' })
    const [message] = await outbox(appId)
    assert.partialDeepStrictEqual(message, { to: 'ada@example.com', subject: 'A draft' })
    const [entry] = await audit(dashboard, 'messageTemplate.tested')
    assert.partialDeepStrictEqual(entry, {
      application: appId,
      target: 'code en-US',
      after: { channel: 'email', to: 'a…@example.com' },
    })
    assert.equal((await find(dashboard, appId)).updatedAt, undefined)
  })

  test('a test goes to exactly one address, and to countries that the application allows', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service(), { smsCountries: ['DE'] })
    const send = (channel: string, to: string) =>
      dashboard.ask('POST', `${path(appId)}/test`, { body: { texts: {}, channel, to } })
    const nowhere = /^Nothing can be sent there: /
    assertRejected(await send('email', 'ada@example.com, eve@example.com'), { ...invalid, msg: nowhere })
    assertRejected(await send('sms', '+33612345678'), { ...invalid, msg: nowhere })
    assert.deepEqual(readBody(await send('sms', '+49 1511 2345678')), { outcome: 'outbox' })
  })

  test('a member can send ten tests in ten minutes', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const send = (to: string) =>
      dashboard.ask('POST', `${path(appId)}/test`, { body: { texts: {}, channel: 'email', to } })
    const answers: Answer[] = []
    for (let one = 0; one < 11; one++) answers.push(await send(`ada-${one}@example.com`))
    assert.deepEqual(answers.map(({ status }) => status).slice(8), [200, 200, 429])
  })

  test('changes and resets are in the audit log with the texts before and after', async () => {
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    const { defaults } = await find(dashboard, appId)
    readBody(await put(dashboard, appId, { title: 'Code' }))
    readBody(await dashboard.ask('DELETE', path(appId)), 204)
    const [changed] = await audit(dashboard, 'messageTemplate.changed')
    assert.partialDeepStrictEqual(changed, {
      target: 'code en-US',
      before: { title: defaults.title },
      after: { title: 'Code' },
    })
    const [reset] = await audit(dashboard, 'messageTemplate.reset')
    assert.partialDeepStrictEqual(reset, { target: 'code en-US', before: { title: 'Code' } })
  })

  test('the texts of an application are deleted with it', async () => {
    const { core } = service()
    const dashboard = await newMember(service())
    const { appId } = await createSender(service())
    readBody(await put(dashboard, appId, { title: 'Code' }))
    await deleteApplication(core, { id: appId, by: 'test' })
    assert.deepEqual(await core.store.messageTemplates.list(appId), [])
  })
})

type Entry = { application: string; target: string; before?: object; after?: object }

const audit = async (dashboard: Dashboard, action: string) =>
  readBody<{ entries: Entry[] }>(await dashboard.ask('GET', `/audit?action=${action}`)).entries
