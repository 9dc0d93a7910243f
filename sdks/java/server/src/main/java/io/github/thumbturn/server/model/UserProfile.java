package io.github.thumbturn.server.model;

import java.time.Instant;
import java.util.Map;

/**
 * The profile of a user, with custom claims. Each field of the profile can be null.
 *
 * @param name the full name
 * @param givenName the given name
 * @param familyName the family name
 * @param nickname a casual name
 * @param picture URL of a picture
 * @param website URL of a page
 * @param locale language, such as {@code de-AT}
 * @param zoneinfo time zone, such as {@code Europe/Vienna}
 * @param claims custom claims
 * @param version counts changes
 * @param updatedAt when it was last changed; null for never
 */
public record UserProfile(
        String name,
        String givenName,
        String familyName,
        String nickname,
        String picture,
        String website,
        String locale,
        String zoneinfo,
        Map<String, Object> claims,
        int version,
        Instant updatedAt) {}
