import { createHash, createHmac } from 'node:crypto'
import type { ReceivedCall } from './receivers.ts'

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The signature of a request by AWS Signature Version 4 for S3, written from AWS's documentation ("Authenticating
 * Requests: Using the Authorization Header"), for requests without a query.
 */
export function computeSignature({ method, path, headers }: ReceivedCall, secretAccessKey: string): string {
  const fields = /Credential=\w+\/(\d+)\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+)/
  const [, day = '', region = '', names = ''] = fields.exec(headers.authorization ?? '') ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const content = String(headers['x-amz-content-sha256'])
  const canonical = [method, path, '', lines.join(''), names, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hash(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, text).toString('hex')
}

export { hash as toSha256Hex }
