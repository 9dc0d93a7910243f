/**
 * Thumbturn for Spring Security 6.5 and later. {@link io.github.thumbturn.spring.security.ThumbturnSecurity} admits users with a valid
 * access token.
 */
package io.github.thumbturn.spring.security;
