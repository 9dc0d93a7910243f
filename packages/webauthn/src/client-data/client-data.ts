/** The members of the client data the procedures look at; their JSON types are still unchecked. */
export type ClientData = {
  type?: unknown
  challenge?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
  tokenBinding?: unknown
}
