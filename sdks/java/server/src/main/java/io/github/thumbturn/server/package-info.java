/**
 * The backend SDK for Thumbturn. {@link io.github.thumbturn.server.Thumbturn} verifies tokens, checks what users confirmed, issues
 * grants, and manages users and passkeys.
 *
 * <p>Components of records and arguments aren't null, unless their description says so. Fields that the API leaves out are null.
 */
package io.github.thumbturn.server;
