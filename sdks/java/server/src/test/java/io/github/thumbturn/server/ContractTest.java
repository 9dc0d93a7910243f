package io.github.thumbturn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.thumbturn.server.model.BackendSession;
import io.github.thumbturn.server.model.BlockedModel;
import io.github.thumbturn.server.model.DiscoverRequest;
import io.github.thumbturn.server.model.EmailChange;
import io.github.thumbturn.server.model.EmailDeletion;
import io.github.thumbturn.server.model.GroupRequest;
import io.github.thumbturn.server.model.PhoneChange;
import io.github.thumbturn.server.model.PhoneDeletion;
import io.github.thumbturn.server.model.ProfileRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ContractTest {
    private final TestService service = new TestService();

    @AfterEach
    void stop() {
        service.close();
    }

    /** Makes each call with a request that has every field of the contract, and returns what the SDK made of the response. */
    private static final Map<Route, BiFunction<Thumbturn, JsonNode, Object>> CALLS = Map.ofEntries(
            call(
                    Route.grantCreate,
                    (client, body) ->
                            Map.of("token", client.grant(text(body, "username"), Vectors.texts(body.get("grants"))))),
            call(
                    Route.externalAuthGrant,
                    (client, body) -> Map.of("token", client.grantExternalAuth(text(body, "username")))),
            call(Route.tokenVerify, (client, body) -> none(client.verifyTokenRemotely(text(body, "jwtAccess")))),
            call(
                    Route.sessionVerify,
                    (client, body) -> Map.of("active", client.isSessionActive(read(body, BackendSession.class)))),
            call(Route.discover, (client, body) -> client.discover(read(body, DiscoverRequest.class))),
            call(Route.mfaRefresh, (client, body) -> client.refresh(text(body, "refreshToken"))),
            call(Route.userFind, (client, body) -> client.users().find("username")),
            call(Route.userDelete, (client, body) -> none(() -> client.users().delete("userId"))),
            call(Route.userSignOut, (client, body) -> none(() -> client.users().signOut("userId"))),
            call(
                    Route.userDevicesDelete,
                    (client, body) -> none(() -> client.users().deleteDevices("userId"))),
            call(
                    Route.userPasskeysDelete,
                    (client, body) -> none(() -> client.users().deletePasskeys("userId"))),
            call(Route.userProfileShow, (client, body) -> client.users().findProfile("userId")),
            call(
                    Route.userProfileReplace,
                    (client, body) -> client.users().setProfile("userId", read(body, ProfileRequest.class))),
            call(
                    Route.userClaimsReplace,
                    (client, body) ->
                            client.users().setClaims("userId", Map.of("custom", text(body.get("claims"), "custom")))),
            call(
                    Route.userGroupsList,
                    (client, body) -> Map.of("groups", client.users().listGroups("userId"))),
            call(
                    Route.userGroupsSet,
                    (client, body) -> Map.of("groups", client.users().setGroups("userId", texts(body, "groups")))),
            call(Route.deviceShow, (client, body) -> client.devices().find("deviceId")),
            call(
                    Route.deviceDelete,
                    (client, body) -> none(() -> client.devices().delete("deviceId"))),
            call(Route.anyPasskeyShow, (client, body) -> client.passkeys().find("passkeyId")),
            call(
                    Route.anyPasskeyRename,
                    (client, body) -> none(() -> client.passkeys().rename("passkeyId", text(body, "passkeyName")))),
            call(
                    Route.anyPasskeyDelete,
                    (client, body) -> none(() -> client.passkeys().delete("passkeyId"))),
            call(Route.transactionFind, (client, body) -> client.transactions().find("txId")),
            call(Route.aaguidFind, (client, body) -> client.authenticators().find("aaguid")),
            call(
                    Route.blacklistRead,
                    (client, body) -> Map.of("items", client.authenticators().listBlocked())),
            call(
                    Route.blacklistMerge,
                    (client, body) -> none(() -> client.authenticators()
                            .block(List.of(read(body.get("items").get(0), BlockedModel.class))))),
            call(
                    Route.blacklistRemove,
                    (client, body) -> none(() -> client.authenticators().unblock(texts(body, "aaguids")))),
            call(
                    Route.blacklistClear,
                    (client, body) -> none(() -> client.authenticators().unblockAll())),
            call(
                    Route.groupsList,
                    (client, body) ->
                            Map.of("groups", client.groups().list().limit(1).toList())),
            call(Route.groupCreate, (client, body) -> client.groups().create(read(body, GroupRequest.class))),
            call(
                    Route.groupReplace,
                    (client, body) -> client.groups().replace("groupId", read(body, GroupRequest.class))),
            call(Route.groupDelete, (client, body) -> none(() -> client.groups().delete("groupId"))),
            call(
                    Route.groupMembersList,
                    (client, body) -> Map.of(
                            "members",
                            client.groups().listMembers("groupId").limit(1).toList())),
            call(
                    Route.groupMembersAdd,
                    (client, body) -> none(() -> client.groups().addMembers("groupId", texts(body, "userIds")))),
            call(
                    Route.groupMemberRemove,
                    (client, body) -> none(() -> client.groups().removeMember("groupId", "userId"))),
            call(
                    Route.profileEmailSet,
                    (client, body) -> none(() -> client.contacts().setEmail("id", read(body, EmailChange.class)))),
            call(
                    Route.profileEmailDelete,
                    (client, body) -> none(() -> client.contacts().deleteEmail("id", read(body, EmailDeletion.class)))),
            call(
                    Route.profilePhoneSet,
                    (client, body) -> none(() -> client.contacts().setPhone("id", read(body, PhoneChange.class)))),
            call(
                    Route.profilePhoneDelete,
                    (client, body) -> none(() -> client.contacts().deletePhone("id", read(body, PhoneDeletion.class)))),
            call(
                    Route.profileEmailVerify,
                    (client, body) ->
                            none(() -> client.contacts().verifyEmail(text(body, "username"), text(body, "authCode")))),
            call(
                    Route.profilePhoneVerify,
                    (client, body) ->
                            none(() -> client.contacts().verifyPhone(text(body, "username"), text(body, "authCode")))));

    private static Map.Entry<Route, BiFunction<Thumbturn, JsonNode, Object>> call(
            Route route, BiFunction<Thumbturn, JsonNode, Object> make) {
        return Map.entry(route, make);
    }

    private static Object none(Runnable call) {
        call.run();
        return Optional.empty();
    }

    /** The SDK doesn't return the response of this call. */
    private static Object none(AccessClaims claims) {
        assertEquals("ada", claims.username());
        return Optional.empty();
    }

    private static String text(JsonNode body, String name) {
        return body.get(name).asText();
    }

    private static List<String> texts(JsonNode body, String name) {
        return List.of(Vectors.texts(body.get(name)));
    }

    private static <T> T read(JsonNode body, Class<T> type) {
        try {
            return Json.read(body, type);
        } catch (com.fasterxml.jackson.core.JsonProcessingException error) {
            throw new AssertionError(error);
        }
    }

    /**
     * Fields that backends don't need: the address names the application, streams read all pages, and the icons are there twice.
     */
    private static final Map<Route, List<String>> OMISSIONS = Map.of(
            Route.discover, List.of("app"),
            Route.mfaRefresh, List.of("app"),
            Route.profileEmailVerify, List.of("app", "usernameType"),
            Route.profilePhoneVerify, List.of("app", "usernameType"),
            Route.groupsList, List.of("next"),
            Route.groupMembersList, List.of("next"),
            Route.aaguidFind, List.of("icon_light", "icon_dark"));

    @Test
    @DisplayName("every call of the contract is there")
    void completeness() {
        Contract api = Contract.read("current");
        var wanted = api.operations()
                .filter(Contract.Operation::takesApiKey)
                .map(Contract.Operation::id)
                .filter(id -> !id.equals("profileDelete"))
                .collect(Collectors.toCollection(TreeSet::new));
        Arrays.stream(Route.values()).filter(route -> !route.takesKey()).forEach(route -> wanted.add(route.name()));
        assertEquals(
                wanted, Arrays.stream(Route.values()).map(Route::name).collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(wanted, CALLS.keySet().stream().map(Route::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @TestFactory
    @DisplayName("calls have every field of the contract")
    Stream<DynamicTest> fields() {
        Contract api = Contract.read("current");
        return Arrays.stream(Route.values())
                .map(route -> DynamicTest.dynamicTest(route.name(), () -> compare(api, route)));
    }

    private void compare(Contract api, Route route) {
        Contract.Operation wanted = api.find(route.name());
        List<String> omitted = OMISSIONS.getOrDefault(route, List.of());
        JsonNode response = api.sample(wanted.response(), omitted);
        JsonNode request = api.sample(wanted.request(), omitted);
        if (route == Route.tokenVerify) request = Json.parse(Json.write(Map.of("jwtAccess", service.token())));
        Recorder recorder = new Recorder(service, response);
        Object result = CALLS.get(route).apply(service.client().apiKey("key").build(), request);
        requireEqual(response, result instanceof Optional<?> found ? found.orElse(null) : result);
        requireEqual(request, recorder.body);
        String path = wanted.path().replaceAll("[{}]", "");
        assertEquals(wanted.method() + " /apps/shop/fido2/v2" + path, recorder.call);
        assertEquals(route.takesKey() ? "Bearer key" : null, recorder.authorization);
    }

    private static void requireEqual(JsonNode expected, Object actual) {
        JsonNode node = actual == null ? null : Json.parse(Json.write(actual));
        boolean isEqual = expected == null ? node == null : expected.equals(ContractTest::compareNumbers, node);
        if (!isEqual) assertEquals(String.valueOf(expected), String.valueOf(node));
    }

    private static int compareNumbers(JsonNode one, JsonNode other) {
        if (one.equals(other)) return 0;
        return one.isNumber() && other.isNumber() && one.doubleValue() == other.doubleValue() ? 0 : 1;
    }

    /** Always sends the same response; null for none. */
    private static final class Recorder {
        volatile String call;
        volatile String authorization;
        volatile JsonNode body;

        Recorder(TestService service, JsonNode response) {
            service.respond(exchange -> {
                call = exchange.getRequestMethod() + " "
                        + exchange.getRequestURI().getPath();
                authorization = exchange.getRequestHeaders().getFirst("Authorization");
                body = Json.parse(exchange.getRequestBody().readAllBytes());
                TestService.send(exchange, response == null ? 204 : 200, response == null ? "" : response.toString());
            });
        }
    }

    @Test
    @DisplayName("events have every field of the contract")
    void events() {
        Contract api = Contract.read("admin");
        JsonNode page = api.sample(api.find("eventsList").response(), List.of("next"));
        Recorder recorder = new Recorder(service, page);
        Thumbturn client = service.client().adminKey("key").build();
        requireEqual(
                page,
                Map.of("events", client.events().list(EventFilter.ALL).limit(1).toList()));
        assertEquals("GET /admin/v1/applications/shop/events", recorder.call);
        assertEquals("Bearer key", recorder.authorization);
    }

    @Test
    @DisplayName("events take every filter of the contract")
    void filters() {
        var wanted = Vectors.stream(
                        Contract.read("admin").find("eventsList").description().get("parameters"))
                .filter(parameter -> parameter.get("in").asText().equals("query"))
                .map(parameter -> parameter.get("name").asText())
                .filter(name -> !name.equals("limit"))
                .collect(Collectors.toCollection(TreeSet::new));
        EventFilter every =
                EventFilter.ALL.type("a").user("a").passkey("a").device("a").address("a");
        EventFilter rest = every.traceId("a").reason("a").detail("a").severity("a");
        var query = rest.since(Instant.EPOCH).until(Instant.EPOCH).toQuery("a");
        assertEquals(wanted, new TreeSet<>(query.keySet()));
        assertEquals("1970-01-01T00:00:00Z", query.get("since"));
    }

    @Test
    @DisplayName("scopes are those of the contract")
    void scopes() {
        JsonNode grants = Contract.read("current").find("grantCreate").request().at("/properties/grants/items/enum");
        var wanted = new TreeSet<>(List.of(Vectors.texts(grants)));
        assertTrue(!wanted.isEmpty());
        assertEquals(wanted, constantsOf(UserScope.class));
        var used = Contract.read("gen1")
                .operations()
                .map(one -> one.description().path("x-scope").asText())
                .filter(scope -> !scope.isEmpty())
                .toList();
        assertTrue(!used.isEmpty() && constantsOf(ServiceScope.class).containsAll(used));
    }

    private static TreeSet<String> constantsOf(Class<?> type) {
        return Arrays.stream(type.getFields())
                .map(field -> {
                    try {
                        return (String) field.get(null);
                    } catch (IllegalAccessException error) {
                        throw new AssertionError(error);
                    }
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
