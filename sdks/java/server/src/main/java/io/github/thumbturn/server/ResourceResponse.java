package io.github.thumbturn.server;

import java.util.Map;

/**
 * A response with JSON.
 *
 * @param status HTTP status
 * @param headers headers by their name
 * @param body the JSON; empty if there is none
 */
public record ResourceResponse(int status, Map<String, String> headers, String body) {}
