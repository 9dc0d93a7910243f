import { expect, test } from './fixtures.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const withReceiver = test.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    receiver.close()
  },
})

withReceiver(
  'a developer connects a webhook, tests it, and sends what it rejected again',
  async ({ page, receiver, thumbturn: { change } }) => {
    await page.goto('/dashboard/applications/demo/connectors')
    await expect(page.getByText('No connectors yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add a connector' }).click()
    await page.getByRole('button', { name: /^Webhook/ }).click()
    await page.getByLabel('Name').fill('Security team')
    await page.getByLabel('URL').fill(`${receiver.url}/events`)
    await page.getByRole('button', { name: 'Create connector' }).click()
    await expect(page.getByRole('textbox', { name: 'signing secret' })).toHaveValue(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { name: 'Security team' })).toBeVisible()

    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect(page.getByText('The receiver accepted the test event')).toBeVisible()
    expect(receiver.received.some((body) => body.includes('fido2.connector.tested'))).toBe(true)

    receiver.rejects = true
    await change()
    await expect(page.getByRole('heading', { name: 'Dead letters' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Dead letters' })).toContainText('400')
    receiver.rejects = false
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(/^\d+ delivered$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Dead letters' })).toBeHidden()

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete connector' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete connector' }).click()
    await expect(page.getByText('No connectors yet')).toBeVisible()
  },
)

test('an address of the internal network is rejected with the reason', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/connectors/new')
  await page.getByRole('button', { name: /^Splunk/ }).click()
  await page.getByLabel('Address of the HTTP Event Collector').fill('https://10.0.0.1:8088')
  await page.getByLabel('Token').fill('6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21')
  await page.getByRole('button', { name: 'Create connector' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText(/was not accepted: .*10\.0\.0\.1/)).toBeVisible()
})
