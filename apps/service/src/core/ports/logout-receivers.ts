/** Sends logout tokens to clients. */
export interface LogoutReceivers {
  /**
   * Posts a logout token to the `backchannelLogoutUri` of a client (OpenID Connect Back-Channel Logout 1.0 §2.5).
   * Returns the status of the response.
   * @throws Error that says why there is no response
   */
  send(uri: string, logoutToken: string, signal: AbortSignal): Promise<number>
}
