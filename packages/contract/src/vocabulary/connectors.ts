import { type Static, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { choice } from './choice.ts'
import { severities } from './events.ts'

/** Where connectors can send events. */
export const connectorTypes = ['splunk', 'webhook', 'syslog', 'otlp', 's3'] as const

export type ConnectorType = (typeof connectorTypes)[number]

/**
 * The states of a connector: `retrying` after a temporary failure, `attention` if its settings or its receiver must be
 * fixed.
 */
export const connectorStates = ['active', 'paused', 'retrying', 'attention'] as const

export type ConnectorState = (typeof connectorStates)[number]

/** Why a receiver didn't accept events. */
export const deliveryFailures = ['temporary', 'setup', 'rejected'] as const

export type DeliveryFailure = (typeof deliveryFailures)[number]

/** An application has at most this many connectors. */
export const mostConnectors = 20

const limited = ([maxLength, pattern]: readonly [number, string], description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern, description, examples: [example] })

const strict = { additionalProperties: false } as const

const url = (description: string, example: string) =>
  Type.String({ ...limited([2_048, patterns.webAddress], description, example), format: 'uri' })

const certificateAuthority = Type.Optional(
  limited(
    [16_384, patterns.pem],
    "The CA certificates (PEM) that verify the receiver's certificate, instead of the public ones",
    '-----BEGIN CERTIFICATE-----\nMIIBAA\n-----END CERTIFICATE-----',
  ),
)

const WebhookTarget = Type.Object(
  {
    type: Type.Literal('webhook'),
    url: url('Where batches of events are posted', 'https://siem.example.com/thumbturn'),
  },
  { ...strict, title: 'WebhookTarget' },
)

const SplunkTarget = Type.Object(
  {
    type: Type.Literal('splunk'),
    url: url('The HTTP Event Collector', 'https://splunk.example.com:8088'),
    index: Type.Optional(limited([80, patterns.visible], "The index; the token's index by default", 'security')),
    source: Type.Optional(limited([256, patterns.line], 'The source; `thumbturn` by default', 'thumbturn')),
    sourcetype: Type.Optional(
      limited([256, patterns.line], 'The source type; `thumbturn:event` by default', 'thumbturn:event'),
    ),
    certificateAuthority,
  },
  { ...strict, title: 'SplunkTarget' },
)

const SyslogTarget = Type.Object(
  {
    type: Type.Literal('syslog'),
    host: limited([253, patterns.host], 'The receiver, which accepts syslog over TLS (RFC 5425)', 'logs.example.com'),
    port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port, usually 6514', examples: [6514] }),
    facility: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 23, description: 'The facility; 10 (authpriv) by default', examples: [10] }),
    ),
    structuredDataId: Type.Optional(
      limited(
        [32, patterns.structuredDataId],
        'The ID of the structured data, with your private enterprise number',
        'thumbturn@32473',
      ),
    ),
    certificateAuthority,
  },
  { ...strict, title: 'SyslogTarget' },
)

const OtlpTarget = Type.Object(
  {
    type: Type.Literal('otlp'),
    url: url(
      'The OTLP/HTTP endpoint; `/v1/logs` is appended unless it ends with that',
      'https://otlp.example.com:4318',
    ),
    certificateAuthority,
  },
  { ...strict, title: 'OtlpTarget' },
)

const S3Target = Type.Object(
  {
    type: Type.Literal('s3'),
    endpoint: url('The S3-compatible service', 'https://s3.eu-central-1.amazonaws.com'),
    region: limited([64, patterns.region], 'The region of the bucket', 'eu-central-1'),
    bucket: limited([63, patterns.bucket], 'The bucket', 'security-archive'),
    prefix: Type.Optional(limited([512, patterns.objectPrefix], 'The prefix of object keys', 'thumbturn')),
    forcePathStyle: Type.Optional(
      Type.Boolean({ description: 'Whether the bucket is in the path instead of the host', examples: [false] }),
    ),
    certificateAuthority,
  },
  { ...strict, title: 'S3Target' },
)

/** Where a connector sends events, by type. It contains no secrets. */
export const ConnectorTarget = Type.Union([SplunkTarget, WebhookTarget, SyslogTarget, OtlpTarget, S3Target], {
  description: 'Where events are sent',
  examples: [{ type: 'webhook', url: 'https://siem.example.com/thumbturn' }],
})

export type ConnectorTarget = Static<typeof ConnectorTarget>

const secret = (description: string, example: string) =>
  Type.Optional(limited([256, patterns.visible], description, example))

const pem = (description: string, example: string) =>
  Type.Optional(limited([16_384, patterns.pem], description, example))

const Header = Type.Object(
  {
    name: limited([128, patterns.headerName], 'The name of a header', 'x-api-key'),
    value: limited([4_096, patterns.line], 'Its value', 'QmVyZ2FtbzEyMw'),
  },
  { ...strict, title: 'ConnectorHeader' },
)

/** The secrets that members give for a connector. Which ones depends on its type. */
export const GivenSecrets = Type.Object(
  {
    token: secret('The token of the HTTP Event Collector (`splunk`)', '6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21'),
    clientCertificate: pem(
      'The client certificate in PEM (`syslog`)',
      '-----BEGIN CERTIFICATE-----\nMIIBAA\n-----END CERTIFICATE-----',
    ),
    clientKey: pem(
      'The private key of the client certificate in PEM (`syslog`)',
      '-----BEGIN PRIVATE KEY-----\nMIGHAA\n-----END PRIVATE KEY-----',
    ),
    headers: Type.Optional(
      Type.Array(Header, { maxItems: 20, description: 'Headers of each request, such as an API key (`otlp`)' }),
    ),
    accessKeyId: secret('The ID of the access key (`s3`)', 'AKIAIOSFODNN7EXAMPLE'),
    secretAccessKey: secret('The access key (`s3`)', 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY'),
  },
  { ...strict, title: 'ConnectorSecrets', description: 'Kept encrypted and never returned' },
)

export type GivenSecrets = Static<typeof GivenSecrets>

/** Everything secret about a connector. */
export type ConnectorSecrets = GivenSecrets & {
  /** The key that webhooks are signed with, as `whsec_` and base64. */
  signingSecret?: string
  /** The one before, which signs too until 24 hours after the rotation. */
  previousSigningSecret?: string
}

/** The secrets of each type: those that it requires, and those that it can have. A webhook's are created by the service. */
export const secretFields: Readonly<
  Record<ConnectorType, { required: readonly (keyof GivenSecrets)[]; optional: readonly (keyof GivenSecrets)[] }>
> = {
  splunk: { required: ['token'], optional: [] },
  webhook: { required: [], optional: [] },
  syslog: { required: [], optional: ['clientCertificate', 'clientKey'] },
  otlp: { required: [], optional: ['headers'] },
  s3: { required: ['accessKeyId', 'secretAccessKey'], optional: [] },
}

/** The events that a connector sends; all by default. */
export const ConnectorFilter = Type.Object(
  {
    severity: Type.Optional(
      choice(severities, { description: 'Only events of this severity or higher', examples: ['notice'] }),
    ),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 64, pattern: patterns.eventType, examples: ['fido2.passkey'] }), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Only events whose type begins with one of these; all types if it is empty',
        examples: [['fido2.passkey', 'fido2.mfa']],
      }),
    ),
  },
  { ...strict, title: 'ConnectorFilter', description: 'Which events are sent; all by default' },
)

export type ConnectorFilter = Static<typeof ConnectorFilter>

export const ConnectorName = limited([64, patterns.line], 'The name that members see', 'SIEM')

// The examples of all secrets at once would fit no type.
const exampleConnector = {
  name: 'SIEM',
  target: { type: 'splunk', url: 'https://splunk.example.com:8088' },
  filter: { severity: 'notice', types: ['fido2.passkey', 'fido2.mfa'] },
  secrets: { token: '6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21' },
}

/** The request that creates a connector. */
export const ConnectorRequest = Type.Object(
  {
    name: ConnectorName,
    target: ConnectorTarget,
    filter: Type.Optional(ConnectorFilter),
    secrets: Type.Optional(GivenSecrets),
  },
  { ...strict, examples: [exampleConnector] },
)

/** The request that changes a connector; absent fields stay as they are. */
export const ConnectorPatch = Type.Partial(ConnectorRequest, { ...strict, examples: [exampleConnector] })

/** The request that replaces the secrets of a connector. */
export const SecretsRequest = Type.Object(
  { secrets: Type.Optional(GivenSecrets) },
  { ...strict, examples: [{ secrets: exampleConnector.secrets }] },
)
