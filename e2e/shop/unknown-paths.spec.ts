import { expect, test } from './fixtures.ts'

for (const [name, paths, home] of [
  ['shop', ['/nowhere', '/pieces/nothing', '/orders', '/basket/more'], 'Go to the catalog'],
  ['wallet', ['/nowhere', '/purchase', '/pay/more'], 'Go to the wallet'],
] as const) {
  test(`a path that the ${name} does not have has status 404, and its page leads on`, async ({
    page,
    pages,
    mayLog,
  }) => {
    mayLog(/404/)
    for (const path of paths) {
      const response = await page.goto(`${pages[name]}${path}`)
      expect(response?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
    await page.getByRole('link', { name: home }).click()
    await expect(page).toHaveURL(`${pages[name]}/`)
  })
}

test('the paths that the shop and the wallet have are found', async ({ pages, request }) => {
  const found = [
    ...['/', '/basket', '/checkout', '/checkout/', '/pieces/morning-mug', '/orders/K1'].map(
      (path) => pages.shop + path,
    ),
    ...['/', '/pay?request=1', '/frame', '/purchase/1'].map((path) => pages.wallet + path),
  ]
  for (const address of found) expect((await request.get(address)).status(), address).toBe(200)
})
