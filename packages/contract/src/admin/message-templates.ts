import { type TSchema, Type } from 'typebox'
import { route } from '../route.ts'
import { Line, Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { locales } from '../vocabulary/locales.ts'
import { longestTexts, type TemplateField, templateFields, templateNames } from '../vocabulary/message-templates.ts'
import { ApplicationId, Delivery, rejections, Strict } from './shapes.ts'

const about: Readonly<Record<TemplateField, [description: string, example: string]>> = {
  subject: ['The subject of the email', 'Your code for {app}'],
  title: ['The heading of the email', 'Your code'],
  text: ['What the email says before the code, link, or details', 'Enter this code to continue at {app}.'],
  action: ['The label of the link; only of `link`', 'Continue'],
  advice: ['What the email says at its end', "Don't share it with anyone."],
  short: ['The SMS', '{code} is your code for {app}.'],
  spoken: ['What a call reads out', 'Your code for {app} is: {digits}.'],
}

const Text = (field: TemplateField) => {
  const [description, example] = about[field]
  return Line(longestTexts[field], { minLength: 1, description, examples: [example] })
}

/** A property for each field of a template. */
const eachField = <S extends TSchema>(build: (field: TemplateField) => S) =>
  Object.fromEntries(templateFields.map((field) => [field, build(field)])) as Record<TemplateField, S>

const { action, ...others } = eachField(Text)
const Texts = Type.Object({ ...others, action: Type.Optional(action) }, { title: 'MessageTexts' })
const SomeTexts = Type.Object(
  eachField((field) => Type.Optional(Text(field))),
  {
    title: 'SomeMessageTexts',
    // Of `code`, which has no link.
    examples: [
      Object.fromEntries(templateFields.filter((field) => field !== 'action').map((field) => [field, about[field][1]])),
    ],
    additionalProperties: false,
    description: 'The changed texts; all others are the defaults',
  },
)

const MessageTemplate = Type.Object(
  {
    template: choice(templateNames, { description: 'What the message is about', examples: ['code'] }),
    locale: choice(locales, { description: 'Its language', examples: ['en-US'] }),
    texts: Texts,
    defaults: Texts,
    updatedAt: Type.Optional(Timestamp('When its texts were changed; absent if they are the default ones')),
  },
  { title: 'MessageTemplate' },
)

const Preview = Type.Object(
  {
    email: Type.Object(
      {
        subject: Type.String({ description: 'The subject', examples: ['Your code for Shop'] }),
        title: Type.String({ description: 'The heading', examples: ['Your code'] }),
        text: Type.String({ description: 'The text', examples: ['Enter this code to continue at Shop.'] }),
        code: Type.Optional(Type.String({ description: 'The code', examples: ['493817'] })),
        link: Type.Optional(
          Type.Object({
            href: Type.String({
              description: 'Where the link leads',
              examples: ['https://example.com/sign-in#otp=493817'],
            }),
            action: Type.String({ description: 'The label of the link', examples: ['Continue'] }),
          }),
        ),
        details: Type.Array(
          Type.Object({
            label: Type.String({ description: 'What the value is', examples: ['Device'] }),
            value: Type.String({ description: 'The value', examples: ['Safari on iOS'] }),
          }),
        ),
        advice: Type.String({ description: 'What stands at the end', examples: ["Don't share it with anyone."] }),
      },
      { description: 'The parts of the email, which are plain text' },
    ),
    sms: Type.String({ description: 'The SMS', examples: ['493817 is your code for Shop.'] }),
    voice: Type.String({
      description: 'What a call reads out',
      examples: ['Your code for Shop is: 4, 9, 3, 8, 1, 7.'],
    }),
  },
  { title: 'MessagePreview' },
)

const params = Type.Object({
  id: ApplicationId,
  template: MessageTemplate.properties.template,
  locale: MessageTemplate.properties.locale,
})
const path = '/applications/{id}/message-templates/{template}/{locale}'
const shared = { limit: 'admin', tag: 'message templates', ok: 200 } as const
const also = { ...rejections, 404: 'The application does not exist' } as const
const badTexts = 'A text has an unknown placeholder, or lacks a required one'

/** The texts of the emails, SMS, and calls that users get. */
export const messageTemplateRoutes = {
  messageTemplatesList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/message-templates',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the messages',
    description: 'Returns every message in every language, with the texts that the application sends and the defaults.',
    params: Type.Object({ id: ApplicationId }),
    result: Type.Object({ messageTemplates: Type.Array(MessageTemplate) }, { title: 'MessageTemplates' }),
    also,
  }),
  messageTemplateChange: route({
    ...shared,
    method: 'PUT',
    path,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change the texts of a message',
    description:
      'Replaces all texts of the message in this language. Texts that you omit revert to their defaults. Texts are one line of ' +
      'plain text, in which `{app}` and other placeholders are replaced. HTML is shown as you typed it.',
    params,
    body: Strict({ texts: SomeTexts }),
    result: MessageTemplate,
    also: { ...also, 400: badTexts },
  }),
  messageTemplateReset: route({
    ...shared,
    method: 'DELETE',
    path,
    access: { kind: 'admin', role: 'developer' },
    summary: 'Reset the texts of a message',
    description: 'Restores the default texts of the message.',
    params,
    ok: 204,
    also,
  }),
  messageTemplatePreview: route({
    ...shared,
    method: 'POST',
    path: `${path}/preview`,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Preview a message',
    description: 'Returns the message with these texts and sample values, in every format. Changes nothing.',
    params,
    body: Strict({ texts: SomeTexts }),
    result: Preview,
    also: { ...also, 400: badTexts },
  }),
  messageTemplateTest: route({
    ...shared,
    method: 'POST',
    path: `${path}/test`,
    access: { kind: 'admin', role: 'developer' },
    summary: 'Send a test of a message',
    description:
      'Sends the message with these texts and sample values to one address, at most ten times in ten minutes per member. ' +
      'The audit log records it.',
    params,
    body: Strict({
      texts: SomeTexts,
      channel: choice(['email', 'sms', 'voice'], { description: 'How it is sent', examples: ['email'] }),
      to: Line(254, { minLength: 3, description: 'Your email address or phone number', examples: ['ada@example.com'] }),
    }),
    result: Delivery,
    also: { ...also, 400: 'A text has an unknown placeholder or lacks a required one, or nothing can be sent there' },
  }),
} as const
