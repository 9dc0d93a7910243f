import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { addSecurityKey, part, signUp } from '../situations.ts'

test.use({ abilities: { hasPrf: true, ctap2Version: 'ctap2_1' } })

const notes = (page: Page) => part(page, 'Encrypted notes')
const press = (page: Page, name: string) => notes(page).getByRole('button', { name }).click()

/** A new user with notes that the passkey of this device opens. */
async function writeNotes(page: Page, text: string): Promise<string> {
  const username = await signUp(page)
  await press(page, 'Start with a passkey')
  await notes(page).getByLabel('Notes').fill(text)
  await press(page, 'Encrypt and save')
  await expect(notes(page).getByRole('button', { name: 'Encrypt and save' })).toBeDisabled()
  return username
}

const readStored = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([name]) => name.includes('notes'))))

test('notes are stored encrypted, and the passkey opens them after a reload', async ({ page, noViolations }) => {
  await writeNotes(page, 'The key is below the mat')
  expect(await readStored(page)).not.toContain('mat')
  await noViolations()
  await page.reload()
  await expect(notes(page).getByText(/^Locked. Opens with: /)).toBeVisible()
  await expect(notes(page).getByLabel('Notes')).toBeHidden()
  await noViolations()
  await press(page, 'Unlock with a passkey')
  await expect(notes(page).getByLabel('Notes')).toHaveValue('The key is below the mat')
})

test('a second passkey opens the notes after the first one is lost', async ({ page, device }) => {
  await writeNotes(page, 'Kept')
  await expect(notes(page).getByText('Only one passkey opens these notes')).toBeVisible()
  await device.plugInSecurityKey()
  await addSecurityKey(page)
  await press(page, 'Let another passkey open them')
  await expect(notes(page).getByText(/^Opens with: .*, Blue key\.$/)).toBeVisible()
  await deletePasskey(page, 0)
  for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
  await page.reload()
  await expect(notes(page).getByText('Locked. Opens with: Blue key.')).toBeVisible()
  await press(page, 'Unlock with a passkey')
  await expect(notes(page).getByLabel('Notes')).toHaveValue('Kept')
})

test('without the passkeys that opened them, the notes are lost, and the page says so', async ({ page, device }) => {
  await writeNotes(page, 'Lost')
  await device.plugInSecurityKey()
  await addSecurityKey(page)
  await deletePasskey(page, 0)
  await page.reload()
  await expect(notes(page).getByText('These notes are lost')).toBeVisible()
  await press(page, 'Delete them')
  await expect(notes(page).getByRole('button', { name: 'Start with a passkey' })).toBeVisible()
  expect(await readStored(page)).toBe('[]')
})

test('a canceled dialog leaves the notes locked', async ({ page, device }) => {
  await writeNotes(page, 'Still here')
  await page.reload()
  await device.recognizes(false)
  await press(page, 'Unlock with a passkey')
  await expect(notes(page).getByText('Canceled or timed out')).toBeVisible()
  await expect(notes(page).getByText(/^Locked. Opens with: /)).toBeVisible()
  await expect(notes(page).getByLabel('Notes')).toBeHidden()
  expect(await readStored(page)).toContain('wrappedKey')
})

async function deletePasskey(page: Page, index: number): Promise<void> {
  await part(page, 'Your passkeys')
    .getByRole('button', { name: /^Delete / })
    .nth(index)
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
