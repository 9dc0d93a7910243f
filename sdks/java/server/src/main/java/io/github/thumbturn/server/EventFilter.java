package io.github.thumbturn.server;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Selects events. Each method returns a narrower filter, and leaves this one as it is. */
public final class EventFilter {
    /** Selects every event. */
    public static final EventFilter ALL = new EventFilter(Map.of());

    private final Map<String, String> query;

    private EventFilter(Map<String, String> query) {
        this.query = query;
    }

    private EventFilter with(String name, String value) {
        Map<String, String> narrower = new LinkedHashMap<>(query);
        narrower.put(name, value);
        return new EventFilter(narrower);
    }

    Map<String, String> toQuery(String before) {
        return with("before", before).query;
    }

    /**
     * Selects by type.
     *
     * @param type the beginning of the type, such as {@code fido2.passkey}
     * @return the filter
     */
    public EventFilter type(String type) {
        return with("type", type);
    }

    /**
     * Selects events of a user.
     *
     * @param userId the user's ID
     * @return the filter
     */
    public EventFilter user(String userId) {
        return with("user", userId);
    }

    /**
     * Selects events of a passkey.
     *
     * @param passkeyId the passkey's ID
     * @return the filter
     */
    public EventFilter passkey(String passkeyId) {
        return with("passkey", passkeyId);
    }

    /**
     * Selects events of a device.
     *
     * @param deviceId the device's ID
     * @return the filter
     */
    public EventFilter device(String deviceId) {
        return with("device", deviceId);
    }

    /**
     * Selects by the address of the caller.
     *
     * @param address the address; its keyed hash if events are pseudonymized
     * @return the filter
     */
    public EventFilter address(String address) {
        return with("address", address);
    }

    /**
     * Selects events of a call or a flow.
     *
     * @param traceId its ID
     * @return the filter
     */
    public EventFilter traceId(String traceId) {
        return with("traceId", traceId);
    }

    /**
     * Selects by reason.
     *
     * @param reason the beginning of the reason
     * @return the filter
     */
    public EventFilter reason(String reason) {
        return with("reason", reason);
    }

    /**
     * Selects by a fact of the detail.
     *
     * @param detail the fact as {@code name:value}; without a value, only events that lack it
     * @return the filter
     */
    public EventFilter detail(String detail) {
        return with("detail", detail);
    }

    /**
     * Selects by severity.
     *
     * @param severity {@code info}, {@code notice}, {@code warning}, or {@code critical}
     * @return the filter
     */
    public EventFilter severity(String severity) {
        return with("severity", severity);
    }

    /**
     * Selects events of this time and later.
     *
     * @param since the time
     * @return the filter
     */
    public EventFilter since(Instant since) {
        return with("since", format(since));
    }

    /**
     * Selects events before this time.
     *
     * @param until the time
     * @return the filter
     */
    public EventFilter until(Instant until) {
        return with("until", format(until));
    }

    private static String format(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
