package io.github.thumbturn.server;

/**
 * A request to a protected resource.
 *
 * @param method the method
 * @param path the path as the client requested it; a query is ignored
 * @param authorization the header {@code Authorization}, or null
 * @param dpop the header {@code DPoP} (RFC 9449 §4.1), or null
 */
public record ResourceRequest(String method, String path, String authorization, String dpop) {
    /** The path only: a request can name any host. Empty if the path is none. */
    static String toPathname(String path) {
        String pathname = path == null ? "" : path.split("[?#]", 2)[0];
        return pathname.startsWith("/") ? pathname : "";
    }
}
