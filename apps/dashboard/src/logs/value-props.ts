/** What each way to choose the value of a filter takes; undefined stands for no filter. */
export type ValueProps = { value: string | undefined; onPick: (value: string | undefined) => void }
