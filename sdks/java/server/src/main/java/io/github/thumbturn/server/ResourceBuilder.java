package io.github.thumbturn.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** Options of a {@link ProtectedResource}. */
public final class ResourceBuilder {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.0\\.0\\.1|\\[::1]");
    /** RFC 6749 §3.3: printable ASCII without quotation mark and backslash, so scopes can be quoted in a header. */
    private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]+");

    final String issuer;
    final String resource;
    final URI uri;
    List<String> scopes = List.of();
    Map<String, List<String>> impliedScopes = Map.of();
    String name;
    String documentation;
    IntrospectionOptions introspection;
    private List<String> scopesSupported;
    private String baseUrl;
    private Duration timeout = Duration.ofSeconds(5);
    private Duration clockTolerance = Duration.ofSeconds(5);
    private HttpClient httpClient;
    private Clock clock = Clock.systemUTC();

    ResourceBuilder(String issuer, String resource) {
        this.issuer = parseAddress("issuer", issuer);
        this.resource = resource;
        this.uri = parseResource(resource);
    }

    /**
     * Sets the scopes that every request needs, and that a client asks for first.
     *
     * @param names the scopes
     * @return this
     */
    public ResourceBuilder scopes(String... names) {
        scopes = requireScopes(names);
        return this;
    }

    /**
     * Sets all scopes that a client can ask for here; those that every request needs by default.
     *
     * @param names the scopes
     * @return this
     */
    public ResourceBuilder scopesSupported(String... names) {
        scopesSupported = requireScopes(names);
        return this;
    }

    /**
     * Sets the scopes that a broader one includes, such as {@code Map.of("notes:write", List.of("notes:read"))}.
     *
     * @param implied the narrower scopes by the broader one
     * @return this
     */
    public ResourceBuilder impliedScopes(Map<String, List<String>> implied) {
        boolean isWhole = implied != null && implied.values().stream().noneMatch(Objects::isNull);
        if (!isWhole) throw ThumbturnException.invalidOptions("impliedScopes has a broader scope without a list");
        requireScopes(implied.keySet().toArray(String[]::new));
        impliedScopes = Map.copyOf(implied);
        return this;
    }

    /**
     * Sets a name for users, which clients can show.
     *
     * @param text the name
     * @return this
     */
    public ResourceBuilder name(String text) {
        name = text;
        return this;
    }

    /**
     * Sets a page for developers of clients.
     *
     * @param url the page
     * @return this
     */
    public ResourceBuilder documentation(String url) {
        documentation = url;
        return this;
    }

    /**
     * Asks the service whether a token was revoked. By default, a token is valid until it expires.
     *
     * @param options the client that asks
     * @return this
     */
    public ResourceBuilder introspection(IntrospectionOptions options) {
        introspection = options;
        return this;
    }

    /**
     * Sets where this server reaches the application, if that isn't the issuer's address.
     *
     * @param url the application's address
     * @return this
     */
    public ResourceBuilder baseUrl(String url) {
        baseUrl = parseAddress("baseUrl", url);
        return this;
    }

    /**
     * Limits the time of each call; 5 seconds by default.
     *
     * @param limit the limit
     * @return this
     */
    public ResourceBuilder timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /**
     * Sets the time by which this machine's clock can differ from the service's; 5 seconds by default, at most 5 minutes.
     *
     * @param tolerance the difference
     * @return this
     */
    public ResourceBuilder clockTolerance(Duration tolerance) {
        clockTolerance = tolerance;
        return this;
    }

    /**
     * Sends calls by a client of yours, for example with a proxy. It must not follow redirects.
     *
     * @param client the client
     * @return this
     */
    public ResourceBuilder httpClient(HttpClient client) {
        httpClient = client;
        return this;
    }

    /**
     * Replaces the machine's clock.
     *
     * @param replacement the clock
     * @return this
     */
    public ResourceBuilder clock(Clock replacement) {
        clock = replacement;
        return this;
    }

    /**
     * Creates the resource. Makes no call until a request arrives.
     *
     * @return the resource
     * @throws ThumbturnException {@code invalid_options}
     */
    public ProtectedResource build() {
        return new ProtectedResource(this);
    }

    List<String> scopesSupported() {
        return scopesSupported == null ? scopes : scopesSupported;
    }

    /** Like that of a Thumbturn, which needs the ID of the application. Here, its address is enough. */
    Settings toSettings() {
        String application = baseUrl == null ? issuer : baseUrl;
        return new Settings(
                new Settings.Address(application, application, issuer),
                List.of(issuer),
                new Settings.Keys(null, null),
                new Settings.Limits(timeout, clockTolerance),
                httpClient == null ? ThumbturnBuilder.createClient() : httpClient,
                clock);
    }

    private static String parseAddress(String option, String address) {
        URI uri = Urls.parseHttp(address);
        if (uri != null && uri.getRawQuery() == null && uri.getRawFragment() == null) return Urls.withoutSlash(address);
        throw ThumbturnException.invalidOptions(option + " must be like https://id.example.com/apps/shop");
    }

    /** In the form in which clients repeat it: they parse it, and an audience is compared character by character. */
    private static URI parseResource(String resource) {
        URI uri = Urls.parseHttp(resource);
        if (uri == null || uri.getRawQuery() != null || uri.getRawFragment() != null)
            throw ThumbturnException.invalidOptions(
                    "resource must be like https://mcp.example.com/mcp, not \"" + resource + "\"");
        if (!uri.getScheme().equals("https") && !LOOPBACK.matcher(uri.getHost()).matches())
            throw ThumbturnException.invalidOptions("resource must use https, except on localhost");
        String usual = Urls.withoutQuery(uri);
        if (usual.equals(resource) || usual.equals(resource + "/")) return uri;
        throw ThumbturnException.invalidOptions("resource must be written as " + usual);
    }

    private static List<String> requireScopes(String... names) {
        List<String> list = names == null ? Collections.singletonList(null) : Arrays.asList(names);
        for (String name : list)
            if (name == null || !SCOPE.matcher(name).matches())
                throw ThumbturnException.invalidOptions("\"" + name + "\" is not the name of a scope");
        return List.copyOf(list);
    }
}
