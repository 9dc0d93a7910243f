/** Reads how much was sent, counted on all nodes together. */
export interface MessageCountStore {
  /** 0 for one that has not been raised. */
  find(appId: string, id: string): Promise<number>
}
