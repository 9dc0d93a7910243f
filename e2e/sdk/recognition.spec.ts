import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']

const part = (jws: string, index: number) => JSON.parse(Buffer.from(jws.split('.')[index]!, 'base64url').toString())

test('a browser signs its requests with a persistent key that cannot be exported', async ({
  page,
  thumbturn: service,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const trust = request.url().endsWith('/init') ? request.postDataJSON()?.trustItems?.auth : undefined
    if (trust) sent.push(trust)
  })
  await openSdkPage(page, service.url)
  await page.evaluate((name) => thumbturn.createPasskey(name), newName())
  await openSdkPage(page, service.url)
  await page.evaluate(() => thumbturn.authenticateWithPasskey())
  expect(sent).toHaveLength(2)
  const [first, second] = sent.map((jws) => part(jws, 0).jwk)
  expect(second).toEqual(first)
  expect(part(sent[0]!, 1)).toMatchObject({ id: expect.stringMatching(/^[A-Z0-9]{25}$/), exp: expect.any(Number) })
  for (const jws of sent) {
    const [header, payload, signature] = jws.split('.') as [string, string, string]
    const key = createPublicKey({ key: part(jws, 0).jwk, format: 'jwk' })
    const signed = Buffer.from(`${header}.${payload}`)
    const isSigned = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    expect(isSigned).toBe(true)
  }
  const extractable = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('thumbturn')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = db.transaction('trust').objectStore('trust').get('auth')
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    return (reading.result as { pair: CryptoKeyPair }).pair.privateKey.extractable
  })
  expect(extractable).toBe(false)
})
