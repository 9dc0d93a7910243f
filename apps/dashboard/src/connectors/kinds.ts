import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import {
  type Icon,
  IconArchive,
  IconReportSearch,
  IconServer2,
  IconTimelineEvent,
  IconWebhook,
} from '@tabler/icons-react'
import type { ConnectorTarget, ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'

/** A field of a connector's form. Numbers and flags are kept as text until the form is sent. */
export type Field = {
  key: string
  label: MessageDescriptor
  description?: MessageDescriptor
  kind?: 'text' | 'lines' | 'number' | 'flag'
  isRequired?: boolean
  placeholder?: string
}

/** A type of connector as the pages show it. */
export type Kind = {
  title: MessageDescriptor
  icon: Icon
  description: MessageDescriptor
  target: readonly Field[]
  secrets: readonly Field[]
}

const certificateAuthority: Field = {
  key: 'certificateAuthority',
  label: msg`CA certificate`,
  description: msg`Optional, in PEM: for a receiver whose certificate no public authority issued.`,
  kind: 'lines',
  placeholder: '-----BEGIN CERTIFICATE-----',
}

/** Every type of connector, in the order in which they are offered. */
export const kinds: Readonly<Record<ConnectorType, Kind>> = {
  webhook: {
    title: msg`Webhook`,
    icon: IconWebhook,
    description: msg`Batches of events in requests to your own endpoint, signed as Standard Webhooks describes.`,
    target: [
      {
        key: 'url',
        label: msg`URL`,
        description: msg`Where batches of events are posted.`,
        isRequired: true,
        placeholder: 'https://example.com/hooks/thumbturn',
      },
    ],
    secrets: [],
  },
  splunk: {
    title: msg`Splunk`,
    icon: IconReportSearch,
    description: msg`Splunk Enterprise or Cloud by the HTTP Event Collector, with fields of the Common Information Model.`,
    target: [
      {
        key: 'url',
        label: msg`Address of the HTTP Event Collector`,
        description: msg`Without the path.`,
        isRequired: true,
        placeholder: 'https://splunk.example.com:8088',
      },
      {
        key: 'index',
        label: msg`Index`,
        description: msg`Optional; the default index of the token.`,
        placeholder: 'security',
      },
      { key: 'source', label: msg`Source`, description: msg`Optional.`, placeholder: 'thumbturn' },
      { key: 'sourcetype', label: msg`Source type`, description: msg`Optional.`, placeholder: 'thumbturn:event' },
      certificateAuthority,
    ],
    secrets: [
      {
        key: 'token',
        label: msg`Token`,
        description: msg`Of the HTTP Event Collector; in Splunk under Settings, Data inputs.`,
        isRequired: true,
      },
    ],
  },
  otlp: {
    title: msg`OpenTelemetry`,
    icon: IconTimelineEvent,
    description: msg`Logs by OTLP over HTTP, to a collector or to any observability service that accepts them.`,
    target: [
      {
        key: 'url',
        label: msg`Endpoint`,
        description: msg`/v1/logs is appended unless the address ends with it.`,
        isRequired: true,
        placeholder: 'https://otlp.example.com:4318',
      },
      certificateAuthority,
    ],
    secrets: [
      {
        key: 'headers',
        label: msg`Headers`,
        description: msg`Optional; one on each line, such as the key of the service.`,
        kind: 'lines',
        placeholder: 'x-api-key: …',
      },
    ],
  },
  syslog: {
    title: msg`Syslog`,
    icon: IconServer2,
    description: msg`Structured syslog messages (RFC 5424) over TLS, to rsyslog, syslog-ng, or a SIEM.`,
    target: [
      {
        key: 'host',
        label: msg`Host`,
        description: msg`The name of the receiver.`,
        isRequired: true,
        placeholder: 'logs.example.com',
      },
      {
        key: 'port',
        label: msg`Port`,
        description: msg`Usually 6514.`,
        kind: 'number',
        isRequired: true,
        placeholder: '6514',
      },
      {
        key: 'facility',
        label: msg`Facility`,
        description: msg`Optional; 0 to 23, by default 10 (authpriv).`,
        kind: 'number',
        placeholder: '10',
      },
      {
        key: 'structuredDataId',
        label: msg`ID of the structured data`,
        description: msg`Optional; with the enterprise number of your organization.`,
        placeholder: 'thumbturn@32473',
      },
      certificateAuthority,
    ],
    secrets: [
      {
        key: 'clientCertificate',
        label: msg`Client certificate`,
        description: msg`Optional, in PEM: if the receiver requires one.`,
        kind: 'lines',
        placeholder: '-----BEGIN CERTIFICATE-----',
      },
      {
        key: 'clientKey',
        label: msg`Private key of the client certificate`,
        description: msg`In PEM.`,
        kind: 'lines',
        placeholder: '-----BEGIN PRIVATE KEY-----',
      },
    ],
  },
  s3: {
    title: msg`S3 archive`,
    icon: IconArchive,
    description: msg`Compressed JSON Lines by hour in a bucket of Amazon S3, MinIO, Cloudflare R2, or the like.`,
    target: [
      {
        key: 'endpoint',
        label: msg`Endpoint`,
        description: msg`The address of the service, without the bucket.`,
        isRequired: true,
        placeholder: 'https://s3.eu-central-1.amazonaws.com',
      },
      { key: 'region', label: msg`Region`, isRequired: true, placeholder: 'eu-central-1' },
      { key: 'bucket', label: msg`Bucket`, isRequired: true, placeholder: 'security-archive' },
      { key: 'prefix', label: msg`Prefix`, description: msg`Optional; the beginning of the keys of objects.` },
      {
        key: 'forcePathStyle',
        label: msg`Bucket in the path`,
        description: msg`For services whose host names don’t contain the bucket, such as MinIO.`,
        kind: 'flag',
      },
    ],
    secrets: [
      {
        key: 'accessKeyId',
        label: msg`Access key ID`,
        description: msg`It only needs s3:PutObject.`,
        isRequired: true,
      },
      { key: 'secretAccessKey', label: msg`Secret access key`, isRequired: true },
    ],
  },
}

/** Where a connector sends events, on one line. */
export function describeTarget(target: ConnectorTarget): string {
  switch (target.type) {
    case 'syslog':
      return `${target.host}:${target.port}`
    case 's3':
      return `${new URL(target.endpoint).host}/${target.bucket}`
    default:
      return new URL(target.url).host
  }
}
