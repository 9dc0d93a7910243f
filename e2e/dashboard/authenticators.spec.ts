import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerElsewhere, toFile, userRecord } from '@thumbturn/service-harness/imports.ts'
import { blob, entry, payload, root as trusted } from '@thumbturn/service-harness/metadata-service.ts'
import { type Running, startThumbturn } from '../running.ts'
import { test as base, expect } from './fixtures.ts'

const [certified, compromised] = ['00112233-4455-6677-8899-aabbccddeeff', '10112233-4455-6677-8899-aabbccddeeff']

const entries = [
  entry(certified, {
    statement: { description: 'Certified Key', keyProtection: ['hardware', 'secure_element'] },
    reports: [{ status: 'FIDO_CERTIFIED_L2', effectiveDate: '2024-02-01' }],
  }),
  entry(compromised, {
    statement: { description: 'Broken Key' },
    reports: [{ status: 'REVOKED', effectiveDate: '2025-03-01' }],
  }),
]

/** A service whose FIDO metadata lists two models. */
const test = base.extend<object, { thumbturn: Running }>({
  thumbturn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'thumbturn-e2e-metadata-'))
      const [list, root, users] = ['list.jwt', 'root.der', 'users.jsonl'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      writeFileSync(list, blob(payload({ entries, nextUpdate: '2036-01-01' })))
      writeFileSync(root, trusted.der)
      const passkeys = [certified, compromised].map((aaguid) => ({ ...registerElsewhere().record, aaguid }))
      writeFileSync(users, toFile([userRecord(passkeys, { username: 'ada@example.com' })]))
      const running = await startThumbturn(undefined, { FIDO_METADATA: list, FIDO_METADATA_ROOT: root })
      running.command('import', users, '--app', 'demo')
      await use(running)
      await running.stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

test('a model is shown with its certification or what compromised it, in the lists and next to passkeys', async ({
  page,
  noViolations,
}) => {
  await page.goto('/dashboard/applications/demo/authenticators')
  for (const [name, badge] of [
    ['Certified Key', 'FIDO L2'],
    ['Broken Key', 'REVOKED'],
  ] as const) {
    await page.getByPlaceholder('Block an authenticator').fill(name)
    const option = page.getByRole('option', { name })
    await expect(option).toContainText(badge)
    await option.click()
    const row = page
      .getByRole('list', { name: 'Blocked authenticators' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(row).toContainText(badge)
  }
  await page.getByRole('list', { name: 'Blocked authenticators' }).getByText('FIDO L2').hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    'FIDO has certified this model at level L2. Its keys are in hardware and a secure element. Last report: 2024-02-01.',
  )
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await noViolations()

  await page.goto('/dashboard/applications/demo/users')
  await page.getByRole('link', { name: 'ada@example.com' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Certified Key' })).toContainText('FIDO L2')
  await expect(page.getByRole('listitem').filter({ hasText: 'Broken Key' })).toContainText('(not attested)')
  await noViolations()
})

test('choosing a level of certification also requires attestation and the metadata', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/settings')
  const level = page.getByRole('combobox', { name: 'Minimum FIDO certification' })
  const choose = (setting: string) => page.getByRole('radiogroup', { name: setting, exact: true })
  await level.selectOption('Level 1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(level).toHaveValue('L1')
  await page.getByText('5 advanced settings, 2 changed').click()
  await expect(choose('Attestation').getByRole('radio', { name: 'Direct', exact: true })).toBeChecked()
  await expect(choose('Trusted certificates').getByRole('radio', { name: 'To the FIDO metadata' })).toBeChecked()
})
