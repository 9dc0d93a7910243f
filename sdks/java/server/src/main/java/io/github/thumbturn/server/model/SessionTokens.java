package io.github.thumbturn.server.model;

/**
 * The next tokens of a sign-in.
 *
 * @param idToken who signed in
 * @param accessToken the access token
 * @param refreshToken exchanges once for the next tokens
 */
public record SessionTokens(String idToken, String accessToken, String refreshToken) {}
