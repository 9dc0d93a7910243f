/** A value, or a promise of it where it sometimes takes a read: `await` accepts both, and a value needs no promise. */
export type Eventual<T> = T | Promise<T>

/** Continues at once with a value, and with that of a promise when it's there. */
export const after = <T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Runs work, and `recover` with its error, whether it fails at once or later. */
export function orElse<T>(work: () => Eventual<T>, recover: (error: unknown) => T): Eventual<T> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}
