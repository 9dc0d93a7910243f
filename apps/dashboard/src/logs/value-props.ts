/** The props of each way to choose the value of a filter; undefined stands for no filter. */
export type ValueProps = { value: string | undefined; onPick: (value: string | undefined) => void }
