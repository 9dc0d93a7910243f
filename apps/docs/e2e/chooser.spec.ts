import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { answersIn, listStops } from '../src/flows/choice.ts'
import { questions } from '../src/flows/questions.ts'
import { hydrated, read, routes } from './site.ts'

const chooser = '/which-flow/'

test('by keyboard, every choice adds the pages that it leads to, and the address keeps them', async ({
  page,
  noViolations,
}) => {
  await page.goto(chooser)
  await hydrated(page)
  const way = page.getByRole('navigation', { name: 'Your path' })
  await expect(way.getByRole('link')).toHaveCount(0)
  await page.getByRole('radio', { name: /^Sign up and sign in/ }).focus()
  await page.keyboard.press('Space')
  await expect(way).toContainText('3 pages, in this order')
  await expect(way).toContainText('Not answered yet: Who can have an account at launch?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/\?task=enter&accounts=password$/)
  await expect(way.getByRole('link', { name: 'Upgrade to a passkey' })).toBeVisible()
  await noViolations()

  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('radio', { name: /password or a code today/ })).toBeChecked()
  await way.getByRole('link', { name: 'Upgrade to a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade to a passkey')
})

test('a different first choice drops the questions that followed the old one, and a button starts over', async ({
  page,
}) => {
  await page.goto(`${chooser}?task=enter&accounts=nobody&caller=app`)
  await hydrated(page)
  await page.getByRole('radio', { name: /^Confirm something/ }).click()
  await expect(page).toHaveURL(/\?task=confirm&caller=app$/)
  await expect(page.getByRole('group', { name: 'Who can have an account at launch?' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page).toHaveURL(/which-flow\/$/)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('an address that makes no sense chooses nothing', () => {
  expect(answersIn('?task=nonsense&accounts=nobody&where=page')).toEqual({})
  expect(answersIn('?accounts=nobody&task=enter')).toEqual({ task: 'enter', accounts: 'nobody' })
})

test('every choice leads to an existing page, and so does the list that needs no scripts', () => {
  const markdown = read(`${chooser}index.md`)
  for (const { options, after } of questions) {
    for (const { id, says, leads } of options) {
      expect(markdown).toContain(says)
      expect(leads.length > 0 || questions.some((one) => one.after?.includes(id)), says).toBe(true)
      // A later question adds to what the first one leads to.
      if (after === undefined) expect(listStops({ task: id }).length).toBe(leads.length)
      for (const [, why] of leads) expect(markdown).toContain(why)
    }
  }
  const links = [...markdown.matchAll(/\]\((\/[^)#]*)/g)].map(([, to]) => to!)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((to) => !routes.includes(to))).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the questions are hidden and the list is shown', async ({ page }) => {
    await page.goto(chooser)
    await expect(page.locator('.chooser')).toBeHidden()
    await expect(page.locator('.flow-list').first()).toContainText('Sign in with a passkey')
  })
})
