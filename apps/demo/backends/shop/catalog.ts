/** A piece of stoneware; price in euro cents. `shape` and `glaze` are drawn by the page. */
export type Product = {
  id: string
  name: string
  cents: number
  shape: 'mug' | 'bowl' | 'jug' | 'plate'
  glaze: 'oat' | 'moss' | 'ink' | 'rust'
  about: string
  size: string
}

/** All products of the shop. */
export const catalog: readonly Product[] = [
  {
    id: 'morning-mug',
    name: 'Morning mug',
    cents: 2_800,
    shape: 'mug',
    glaze: 'oat',
    about:
      'Thin at the lip, heavy at the foot, and a handle that has room for three fingers. Takes a large flat white.',
    size: '9 × 8.5 cm, 340 ml',
  },
  {
    id: 'noodle-bowl',
    name: 'Noodle bowl',
    cents: 3_600,
    shape: 'bowl',
    glaze: 'moss',
    about:
      'Wide enough for chopsticks, deep enough for broth. The glaze breaks to iron where it runs over the throwing rings.',
    size: '18 × 8 cm, 900 ml',
  },
  {
    id: 'water-jug',
    name: 'Water jug',
    cents: 6_400,
    shape: 'jug',
    glaze: 'ink',
    about: 'Pours without dripping, which took us forty-one tries. Stands in the door of any fridge.',
    size: '11 × 24 cm, 1.2 l',
  },
  {
    id: 'supper-plate',
    name: 'Supper plate',
    cents: 3_200,
    shape: 'plate',
    glaze: 'rust',
    about: 'A raised rim that keeps the sauce in. Stacks without a sound.',
    size: '26 × 2.5 cm',
  },
]

/** The lines of a basket, in the order of the catalog. */
export type Line = { product: Product; quantity: number }

/** Ignores unknown products. */
export function toLines(items: readonly { id: string; quantity: number }[]): Line[] {
  return catalog.flatMap((product) => {
    const quantity = items.filter(({ id }) => id === product.id).reduce((sum, item) => sum + item.quantity, 0)
    return quantity > 0 ? [{ product, quantity }] : []
  })
}

export const computeTotal = (lines: readonly Line[]) =>
  lines.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0)
