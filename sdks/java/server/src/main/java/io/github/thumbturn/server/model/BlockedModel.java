package io.github.thumbturn.server.model;

/**
 * An authenticator model that the application blocks.
 *
 * @param aaguid the model
 * @param auth whether sign-ins are blocked
 * @param reg whether registrations are blocked
 */
public record BlockedModel(String aaguid, boolean auth, boolean reg) {}
