import { call, expect, signUpInPage, test } from './ready.ts'

test.use({ abilities: { hasPrf: true, ctap2Version: 'ctap2_1' } })

type Vault = { keys: { credentialId: string }[]; iv: number[]; content: number[] }
type Sample = {
  createVault(text: string): Promise<Vault>
  openVault(vault: Vault): Promise<{ key: CryptoKey; text: string }>
  addPasskey(vault: Vault, key: CryptoKey): Promise<Vault>
}
declare const sample: Sample

test('encryption: a passkey opens what it encrypted, and only another one can be added', async ({ page, run }) => {
  await signUpInPage({ page, run })
  await run('encrypted-notes')
  const vault = (await call(page, 'createVault', 'For my eyes')) as Vault
  expect(Buffer.from(vault.content).toString('latin1')).not.toContain('eyes')
  expect(await call(page, 'countOpeners', vault)).toBe(1)
  expect(await page.evaluate(async (vault) => (await sample.openVault(vault)).text, vault)).toBe('For my eyes')
  const code = await page.evaluate(async (vault) => {
    const { key } = await sample.openVault(vault)
    return sample.addPasskey(vault, key).catch((error) => error.code)
  }, vault)
  expect(code).toBe('ERROR_NO_PASSKEY')
})
