import { Type } from 'typebox'

/** A schema whose values are those of a vocabulary. `Unsafe` keeps the type of each value, which a mapped array loses. */
export const choice = <const Values extends readonly (string | number)[]>(
  values: Values,
  options: { description?: string; default?: Values[number]; examples?: readonly Values[number][] } = {},
) =>
  Type.Unsafe<Values[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { ...options },
    ),
  )
