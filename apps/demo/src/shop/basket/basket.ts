import { useSyncExternalStore } from 'react'

/** Quantities by product ID. */
export type Basket = Readonly<Record<string, number>>

const key = 'kiln-basket'
const maxQuantity = 20
const listeners = new Set<() => void>()
let basket: Basket = readBasket()

/** The stored basket; anything invalid counts as empty. */
function readBasket(): Basket {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries(stored as object).filter(([, count]) => Number.isInteger(count) && count > 0)
    return Object.fromEntries(entries.map(([id, count]) => [id, Math.min(count, maxQuantity)]))
  } catch {
    return {}
  }
}

/** Sets a quantity; 0 removes the product. */
export function setQuantity(id: string, quantity: number): void {
  const { [id]: _, ...others } = basket
  setBasket(quantity > 0 ? { ...basket, [id]: Math.min(quantity, maxQuantity) } : others)
}

export const addToBasket = (id: string, quantity: number) => setQuantity(id, (basket[id] ?? 0) + quantity)

export const clearBasket = () => setBasket({})

function setBasket(next: Basket): void {
  basket = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {}
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBasket = (): Basket => useSyncExternalStore(subscribe, () => basket)

export const countItems = (of: Basket) => Object.values(of).reduce((sum, count) => sum + count, 0)
