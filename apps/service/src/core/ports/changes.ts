/** The reaction of a node to changes of applications or their keys, on this node or on another. */
export type ChangeListener = {
  /** Something has changed, or could have while the database couldn't tell. */
  changed(): void
  /** Called at most once, when this database never sends notifications; `reason` is for operators. */
  unavailable(reason: string): void
}

/** A node that listens for changes. */
export type Listening = {
  /** Whether notifications arrive at this moment. */
  isConnected(): boolean
  stop(): Promise<void>
}
