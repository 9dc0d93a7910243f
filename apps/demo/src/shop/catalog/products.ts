import { queryOptions } from '@tanstack/react-query'
import { callShop, type Line, type Product } from '../backend.ts'
import type { Basket } from '../basket/basket.ts'

/** All products of the shop. */
export const products = queryOptions({
  queryKey: ['products'],
  queryFn: async () => (await callShop<{ products: Product[] }>('GET', '/products')).products,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The basket's lines; the shop's backend computes them again. */
export const toLines = (all: readonly Product[], basket: Basket): Line[] =>
  all.filter(({ id }) => basket[id]).map((product) => ({ product, quantity: basket[product.id]! }))

export const computeTotal = (lines: readonly Line[]) =>
  lines.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0)
