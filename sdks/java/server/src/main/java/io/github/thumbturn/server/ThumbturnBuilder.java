package io.github.thumbturn.server;

import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Options of a {@link Thumbturn}. */
public final class ThumbturnBuilder {
    private final String baseUrl;
    private String appId;
    private String apiKey;
    private String adminKey;
    private String issuer;
    private Duration timeout = Duration.ofSeconds(5);
    private Duration clockTolerance = Duration.ofSeconds(5);
    private HttpClient httpClient;
    private Clock clock = Clock.systemUTC();

    ThumbturnBuilder(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /**
     * Names the application; optional if baseUrl ends with {@code /apps/<id>}.
     *
     * @param appId application ID
     * @return this
     */
    public ThumbturnBuilder appId(String appId) {
        this.appId = appId;
        return this;
    }

    /**
     * Sets a key of the application, which isn't needed to verify tokens by public keys.
     *
     * @param apiKey the key; null for none
     * @return this
     */
    public ThumbturnBuilder apiKey(String apiKey) {
        this.apiKey = apiKey;
        return this;
    }

    /**
     * Sets a key of the installation, to read events.
     *
     * @param adminKey the key; null for none
     * @return this
     */
    public ThumbturnBuilder adminKey(String adminKey) {
        this.adminKey = adminKey;
        return this;
    }

    /**
     * Sets the {@code iss} of your tokens, if it differs from baseUrl, for example behind a proxy.
     *
     * @param issuer the URL; null or empty for that of baseUrl
     * @return this
     */
    public ThumbturnBuilder issuer(String issuer) {
        this.issuer = issuer;
        return this;
    }

    /**
     * Limits the time of each call; 5 seconds by default.
     *
     * @param timeout the limit
     * @return this
     */
    public ThumbturnBuilder timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    /**
     * Sets the time by which this machine's clock can differ from the service's; 5 seconds by default, at most 5 minutes.
     *
     * @param tolerance the difference
     * @return this
     */
    public ThumbturnBuilder clockTolerance(Duration tolerance) {
        this.clockTolerance = tolerance;
        return this;
    }

    /**
     * Sends calls by a client of yours, for example with a proxy. It must not follow redirects.
     *
     * @param client the client
     * @return this
     */
    public ThumbturnBuilder httpClient(HttpClient client) {
        this.httpClient = client;
        return this;
    }

    /**
     * Replaces the machine's clock.
     *
     * @param clock the clock
     * @return this
     */
    public ThumbturnBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Creates the client. Makes no call.
     *
     * @return the client
     * @throws ThumbturnException {@code invalid_options}
     */
    public Thumbturn build() {
        return new Thumbturn(toSettings());
    }

    Settings toSettings() {
        Settings.Address address = Urls.parse(baseUrl, appId);
        List<String> issuers =
                issuer == null || issuer.isEmpty() ? Settings.listIssuers(address) : List.of(Urls.withoutSlash(issuer));
        Settings.Keys keys = new Settings.Keys(apiKey, adminKey);
        Settings.Limits limits = new Settings.Limits(timeout, clockTolerance);
        HttpClient http = httpClient == null ? createClient() : httpClient;
        return new Settings(address, issuers, keys, limits, http, clock);
    }

    /** HTTP/1.1, because a request to upgrade to HTTP/2 without TLS confuses some servers. */
    static HttpClient createClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }
}
