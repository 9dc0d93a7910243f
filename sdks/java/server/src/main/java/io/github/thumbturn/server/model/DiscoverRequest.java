package io.github.thumbturn.server.model;

/**
 * The user and the device to find a way to sign in for.
 *
 * @param user who signs in
 * @param userAgent the header of the browser's request
 * @param deviceInfo details of the device, or null
 * @param trustItems what the client kept from an earlier sign-in, or null
 * @param traceId what you call this call, or null
 */
public record DiscoverRequest(
        DiscoverUser user, String userAgent, DeviceInfo deviceInfo, TrustItems trustItems, String traceId) {
    /**
     * The user who signs in.
     *
     * @param username the name that the user entered
     * @param usernameType {@code email}, {@code phone}, or {@code other}; null for any
     */
    public record DiscoverUser(String username, String usernameType) {}

    /**
     * What the client kept from an earlier sign-in. Each can be null.
     *
     * @param auth of the device
     * @param merchant of the shop
     * @param wallet of the wallet
     */
    public record TrustItems(String auth, String merchant, String wallet) {}

    /**
     * A request that names user and browser.
     *
     * @param username the name that the user entered
     * @param userAgent the header of the browser's request
     * @return the request
     */
    public static DiscoverRequest of(String username, String userAgent) {
        return new DiscoverRequest(new DiscoverUser(username, null), userAgent, null, null, null);
    }

    /**
     * Adds details of the device.
     *
     * @param deviceInfo what the client reported
     * @return the request
     */
    public DiscoverRequest withDevice(DeviceInfo deviceInfo) {
        return new DiscoverRequest(user, userAgent, deviceInfo, trustItems, traceId);
    }

    /**
     * Adds what the client kept from an earlier sign-in.
     *
     * @param trustItems what the client sent
     * @return the request
     */
    public DiscoverRequest withTrustItems(TrustItems trustItems) {
        return new DiscoverRequest(user, userAgent, deviceInfo, trustItems, traceId);
    }
}
