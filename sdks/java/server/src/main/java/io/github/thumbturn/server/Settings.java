package io.github.thumbturn.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The validated options of a client. Keys are null if they weren't passed. */
record Settings(Address address, List<String> issuers, Keys keys, Limits limits, HttpClient http, Clock clock) {
    /** URLs of the service and the application, and the application's ID. */
    record Address(String installation, String application, String appId) {
        Address(String installation, String appId) {
            this(installation, installation + "/apps/" + Urls.encode(appId), appId);
        }
    }

    record Keys(String api, String admin) {
        Keys(String api, String admin) {
            this.api = parseKey("apiKey", api);
            this.admin = parseKey("adminKey", admin);
        }

        /** Trims a key, because keys that are read from files often end with a line break. */
        private static String parseKey(String option, String key) {
            String text = key == null ? "" : key.strip();
            if (text.isEmpty()) return null;
            if (text.chars().anyMatch(character -> character < '!' || character > '~'))
                throw ThumbturnException.invalidOptions(option + " contains characters that no key has");
            return text;
        }
    }

    record Limits(Duration timeout, Duration clockTolerance) {
        private static final Duration MAX_TOLERANCE = Duration.ofMinutes(5);

        Limits {
            if (timeout == null || timeout.isNegative() || timeout.isZero())
                throw ThumbturnException.invalidOptions("timeout must be more than 0 milliseconds");
            if (clockTolerance == null || clockTolerance.isNegative() || clockTolerance.compareTo(MAX_TOLERANCE) > 0)
                throw ThumbturnException.invalidOptions("clockTolerance must be 0 to 300 seconds");
        }

        double toleranceInSeconds() {
            return clockTolerance.toMillis() / 1000.0;
        }
    }

    Settings {
        requireClock(clock);
        if (http.followRedirects() != HttpClient.Redirect.NEVER)
            throw ThumbturnException.invalidOptions(
                    "httpClient follows redirects, which would send keys to other servers: create it with Redirect.NEVER");
    }

    static Clock requireClock(Clock clock) {
        if (clock == null) throw ThumbturnException.invalidOptions("clock is null: pass one, or leave it out");
        return clock;
    }

    String application() {
        return address.application();
    }

    String appId() {
        return address.appId();
    }

    double nowInSeconds() {
        return clock.millis() / 1000.0;
    }

    /** Possible values of iss: the application's path on the service, or its own host, as configured in the service. */
    static List<String> listIssuers(Address address) {
        String installation = address.installation();
        String own = installation + "/apps/" + address.appId();
        URI uri = URI.create(installation);
        String prefix = address.appId() + ".";
        if (!uri.getRawAuthority().startsWith(prefix)) return List.of(own, installation);
        String parent = uri.getRawAuthority().substring(prefix.length());
        return List.of(own, installation, uri.getScheme() + "://" + parent + "/apps/" + address.appId());
    }
}
