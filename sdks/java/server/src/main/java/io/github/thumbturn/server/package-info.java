/**
 * The backend SDK for Thumbturn. {@link io.github.thumbturn.server.Thumbturn} verifies tokens, checks what users confirmed, issues
 * grants, and manages users and passkeys. {@link io.github.thumbturn.server.WebhookVerifier} verifies webhooks, and
 * {@link io.github.thumbturn.server.ServiceToken} signs service tokens of the first-generation API.
 *
 * <p>Arguments and results aren't null, unless their description says so.
 */
package io.github.thumbturn.server;
