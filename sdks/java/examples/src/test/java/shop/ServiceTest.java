package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.thumbturn.server.ErrorCode;
import io.github.thumbturn.server.EventFilter;
import io.github.thumbturn.server.ProtectedResource;
import io.github.thumbturn.server.ResourceAccess;
import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.ThumbturnException;
import io.github.thumbturn.server.model.BlockedModel;
import io.github.thumbturn.server.model.DeviceInfo;
import io.github.thumbturn.server.model.DiscoverRequest;
import io.github.thumbturn.server.model.EmailChange;
import io.github.thumbturn.server.model.EmailDeletion;
import io.github.thumbturn.server.model.Group;
import io.github.thumbturn.server.model.GroupMember;
import io.github.thumbturn.server.model.GroupRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Runs the samples against the service that `npm run sdks:test -- java` starts. */
@EnabledIfEnvironmentVariable(named = "THUMBTURN_URL", matches = ".+")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServiceTest {
  private static final Map<String, String> ENV = System.getenv();

  private static JsonNode situation;
  private static Thumbturn client;

  @BeforeAll
  static void connect() throws IOException {
    situation = new JsonMapper().readTree(Path.of(ENV.get("THUMBTURN_SITUATION")).toFile());
    client = Thumbturn.builder(ENV.get("THUMBTURN_URL"))
        .issuer(ENV.get("THUMBTURN_ISSUER"))
        .apiKey(ENV.get("THUMBTURN_API_KEY"))
        .adminKey(ENV.get("THUMBTURN_ADMIN_KEY"))
        .timeout(Duration.ofMinutes(1))
        .build();
  }

  private static String text(String name) {
    return situation.get(name).asText();
  }

  private static void requireCode(ErrorCode code, Executable call) {
    assertEquals(code, assertThrows(ThumbturnException.class, call).code());
  }

  private static boolean isRecent(Instant time) {
    return Duration.between(time, Instant.now()).compareTo(Duration.ofHours(1)) < 0;
  }

  @Test
  @DisplayName("tokens are verified by keys and remotely")
  void tokens() {
    String token = text("accessToken");
    assertEquals(text("userId"), new VerifyToken(client).identifyUser(token));
    assertEquals(text("userId"), new VerifyTokenRemotely(client).identifyActiveUser(token));
    assertEquals(Optional.of(text("userId")), new Errors(client).findSignedInUser(token));
    assertEquals(Optional.empty(), new Errors(client).findSignedInUser(text("idToken")));
    String changed = token.substring(0, token.length() - 8) + "AAAAAAAA";
    requireCode(ErrorCode.TOKEN_BAD_SIGNATURE, () -> new VerifyToken(client).identifyUser(changed));
  }

  @Test
  @DisplayName("requirements are checked")
  void requirements() {
    new Requirements(client).requirePasskeyScope(text("accessToken"));
    new Requirements(client).requireRecentSignIn(text("idToken"));
    requireCode(ErrorCode.TOKEN_WRONG_TYPE, () -> new Requirements(client).requirePasskeyScope(text("idToken")));
    assertTrue(isRecent(client.verifyIdToken(text("idToken")).signedInAt()));
  }

  @Test
  @DisplayName("only the confirmed order is accepted")
  void confirmations() {
    JsonNode transaction = situation.get("transaction");
    String token = transaction.get("token").asText();
    var order = new shop.Order(transaction.get("nonce").asText(), text("userId"), text("payload"));
    new ConfirmOrder(client).confirm(token, order);
    new ConfirmPayload(client).confirm(text("payloadSignature"), order);
    var other = new shop.Order("order-2", order.userId(), order.payload());
    requireCode(ErrorCode.TRANSACTION_WRONG_NONCE, () -> new ConfirmOrder(client).confirm(token, other));
    var stolen = new shop.Order(order.id(), "eve", order.payload());
    requireCode(
        ErrorCode.TRANSACTION_WRONG_USER,
        () -> new ConfirmPayload(client).confirm(text("payloadSignature"), stolen));
    var found = client.transactions().find(transaction.get("txId").asText()).orElseThrow();
    assertEquals(text("payload"), found.txPayload());
    assertTrue(isRecent(found.createdAt()));
    assertEquals(Optional.empty(), client.transactions().find("unknown"));
  }

  @Test
  @DisplayName("grants name the user, and aren't access tokens")
  void grants() {
    String grant = new PasskeyGrant(client).allowAnotherPasskey(text("username"));
    requireCode(ErrorCode.TOKEN_WRONG_TYPE, () -> client.verifyToken(grant));
    String assertion = client.grantExternalAuth(text("username"));
    requireCode(ErrorCode.TOKEN_WRONG_TYPE, () -> client.verifyToken(assertion));
  }

  @Test
  @DisplayName("refresh tokens work once")
  void refresh() {
    client.verifyIdToken(client.refresh(text("refreshToken")).idToken());
    requireCode(ErrorCode.TOKEN_REJECTED, () -> client.refresh(text("refreshToken")));
  }

  @Test
  @DisplayName("employees get profile, claims, and teams")
  void employees() {
    var groups = client.groups();
    var group = groups.create(new GroupRequest("Engines", "Of Babbage", Map.of("floor", 2)));
    new Employees(client).update(
        new Employees.Employee(text("userId"), "Ada Lovelace", "Engines", List.of(group.name())));
    var profile = client.users().findProfile(text("userId")).orElseThrow();
    assertEquals("Ada Lovelace", profile.name());
    assertEquals(Map.of("department", "Engines"), profile.claims());
    assertTrue(groups.list().map(Group::id).toList().contains(group.id()));
    assertEquals(
        List.of(text("userId")), groups.listMembers(group.id()).map(GroupMember::userId).toList());
    groups.removeMember(group.id(), text("userId"));
    assertEquals(List.of(), client.users().listGroups(text("userId")));
    groups.addMembers(group.id(), List.of(text("userId")));
    assertEquals("Machines", groups.replace(group.id(), GroupRequest.of("Machines")).name());
    groups.delete(group.id());
  }

  @Test
  @DisplayName("contacts, authenticators, devices, and discovery")
  void other() {
    client.contacts().setEmail(text("userId"), EmailChange.of("ada@example.com").withoutVerification());
    var found = client.users().find("ada@example.com").orElseThrow();
    assertEquals(text("userId"), found.user().userId());
    assertEquals(List.of(1, 1), List.of(found.passkeys().size(), found.devices().size()));
    var passkey = found.passkeys().get(0);
    client.passkeys().rename(passkey.id(), "Laptop");
    assertEquals("Laptop", client.passkeys().find(passkey.id()).orElseThrow().name());
    client.contacts().deleteEmail(text("userId"), EmailDeletion.PRIMARY);
    var model = new BlockedModel("fbfc3007-154e-4ecc-8c0b-6e020557d7bd", true, false);
    client.authenticators().block(List.of(model));
    assertEquals(List.of(model), client.authenticators().listBlocked());
    client.authenticators().unblockAll();
    var device = client.devices().find(text("deviceId")).orElseThrow();
    assertEquals(List.of(text("userId")), device.userIds());
    var request = DiscoverRequest.of(text("username"), "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0")
        .withDevice(DeviceInfo.of(text("deviceId")));
    assertEquals(text("userId"), client.discover(request).userId());
  }

  @Test
  @DisplayName("a protected resource admits the client of a user, and challenges others")
  void resources() throws Exception {
    JsonNode prepared = situation.get("resource");
    ProtectedResource resource = ProtectedResource.builder(ENV.get("THUMBTURN_ISSUER"), prepared.get("uri").asText())
        .baseUrl(ENV.get("THUMBTURN_URL"))
        .timeout(Duration.ofMinutes(1))
        .scopes("notes:read")
        .name("Ärzteblätter")
        .build();
    NotesFilter filter = new NotesFilter(resource);
    var request = new MockHttpServletRequest("POST", "/notes/mcp");
    var rejected = new MockHttpServletResponse();
    filter.doFilter(request, rejected, new MockFilterChain());
    assertEquals(
        "Bearer resource_metadata=\"" + resource.metadataUrl() + "\", scope=\"notes:read\"",
        rejected.getHeader("WWW-Authenticate"));
    request.addHeader("Authorization", "Bearer " + prepared.get("token").asText());
    var admitted = new MockFilterChain();
    filter.doFilter(request, new MockHttpServletResponse(), admitted);
    var access = (ResourceAccess) admitted.getRequest().getAttribute("access");
    assertEquals(prepared.get("clientId").asText(), access.clientId());
    assertTrue(access.userId() != null && access.scopes().equals(List.of("notes:read")));
    var metadata = new MockHttpServletResponse();
    String path = URI.create(resource.metadataUrl()).getPath();
    filter.doFilter(new MockHttpServletRequest("GET", path), metadata, new MockFilterChain());
    String document = new String(metadata.getContentAsByteArray(), StandardCharsets.UTF_8);
    assertTrue(document.contains(ENV.get("THUMBTURN_ISSUER")) && document.contains("Ärzteblätter"), document);
    requireCode(ErrorCode.TOKEN_WRONG_AUDIENCE, () -> client.verifyToken(prepared.get("token").asText()));
  }

  @Test
  @DisplayName("warnings are listed")
  void events() {
    new Events(client).listWarnings();
    var events = client.events().list(EventFilter.ALL.user(text("userId"))).toList();
    assertFalse(events.isEmpty());
    for (var event : events) {
      assertEquals(text("userId"), event.userId());
      assertTrue(isRecent(event.time()));
    }
  }

  @Test
  @DisplayName("a service token starts a sign-in")
  void serviceTokens(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("client-key.pem"), situation.get("clientKey").toString());
    URI uri = URI.create(ENV.get("THUMBTURN_URL")).resolve("/authenticate/fido2/init");
    String body = "{\"client_id\":\"demo\",\"username\":\"%s\"}".formatted(text("username"));
    HttpRequest request = HttpRequest.newBuilder(uri)
        .header("Authorization", "Bearer " + ServiceTokens.signForSignIn(file))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertTrue(response.body().contains("\"rpId\":\"localhost\""), response.body());
  }

  @Test
  @DisplayName("sessions end when the user is signed out, and lost passkeys are deleted")
  @Order(Integer.MAX_VALUE)
  void sessions() {
    var session = client.verifyToken(text("accessToken")).toSession();
    assertTrue(client.isSessionActive(session));
    client.users().signOut(text("userId"));
    assertFalse(client.isSessionActive(session));
    requireCode(ErrorCode.TOKEN_REJECTED, () -> client.verifyTokenRemotely(text("accessToken")));
    Management management = new Management(client);
    assertEquals(1, management.deleteLostPasskeys(text("username")));
    assertEquals(0, management.deleteLostPasskeys(text("username")));
    assertEquals(0, management.deleteLostPasskeys("unknown@example.com"));
  }
}
