package io.github.thumbturn.server.model;

import java.util.List;

/**
 * The call of a connector.
 *
 * @param id the same when it is sent again, so store it or the {@code uuid} of events to skip repeats
 * @param events in order
 */
public record Webhook(String id, List<WebhookEvent> events) {}
