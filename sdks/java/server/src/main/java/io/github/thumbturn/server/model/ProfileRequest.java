package io.github.thumbturn.server.model;

/**
 * All fields of a profile. Each can be null.
 *
 * @param name the full name
 * @param givenName the given name
 * @param familyName the family name
 * @param nickname a casual name
 * @param picture URL of a picture
 * @param website URL of a page
 * @param locale language, such as {@code de-AT}
 * @param zoneinfo time zone, such as {@code Europe/Vienna}
 */
public record ProfileRequest(
        String name,
        String givenName,
        String familyName,
        String nickname,
        String picture,
        String website,
        String locale,
        String zoneinfo) {
    /**
     * A profile with a name alone.
     *
     * @param name the full name
     * @return the profile
     */
    public static ProfileRequest of(String name) {
        return new ProfileRequest(name, null, null, null, null, null, null, null);
    }
}
