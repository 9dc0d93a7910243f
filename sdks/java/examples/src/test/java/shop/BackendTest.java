package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.thumbturn.server.TestService;
import io.github.thumbturn.server.Thumbturn;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Runs the backend of the samples as a real server. */
class BackendTest {
  private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final TestService service = new TestService();

  private static ConfigurableApplicationContext backend;
  private static String url;

  @BeforeAll
  static void start() {
    SpringApplication application = new SpringApplication(Backend.class, TestClient.class);
    backend = application.run(
        "--server.port=0",
        "--spring.main.banner-mode=off",
        "--THUMBTURN_WEBHOOK_SECRET=whsec_" + Base64.getEncoder().encodeToString(SECRET));
    url = "http://localhost:" + ((WebServerApplicationContext) backend).getWebServer().getPort();
  }

  @AfterAll
  static void stop() {
    backend.close();
    service.close();
  }

  @Test
  @DisplayName("the sample that asks whether tokens were revoked is complete")
  void introspection() {
    String metadata = "http://localhost:3000/.well-known/oauth-protected-resource/notes";
    assertEquals(metadata, AskingNotes.create("secret").metadataUrl());
    assertEquals(metadata, Notes.resource.metadataUrl());
  }

  @Configuration
  static class TestClient {
    @Bean
    @Primary
    Thumbturn testClient() {
      return service.client().build();
    }
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  @DisplayName("a request without a token is challenged, and starts no session")
  void challenge() throws Exception {
    HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(url + "/api/me")));
    assertEquals(401, response.statusCode());
    assertEquals("Bearer", response.headers().firstValue("WWW-Authenticate").orElse(""));
    assertEquals("", response.headers().firstValue("Set-Cookie").orElse(""));
    assertEquals(
        "{\"msg\":\"This needs a valid access token: sign in\",\"msgCode\":\"token_missing\"}", response.body());
  }

  @Test
  @DisplayName("a user with a token is admitted, and pages that don't exist are missing instead of forbidden")
  void admission() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/api/me")).header("Authorization", "Bearer " + service.token());
    assertEquals("{\"username\":\"ada\"}", send(request).body());
    assertEquals(404, send(request.uri(URI.create(url + "/missing"))).statusCode());
  }

  @Test
  @DisplayName("a token that is none is rejected")
  void rejection() throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/api/me"));
    HttpResponse<String> response = send(request.header("Authorization", "Bearer hello"));
    assertEquals(401, response.statusCode());
    assertEquals(
        "{\"msg\":\"This needs a valid access token: sign in\",\"msgCode\":\"token_malformed\"}", response.body());
  }

  @Test
  @DisplayName("webhooks are accepted if they are signed")
  void webhooks() throws Exception {
    String body = "{\"type\":\"events\",\"data\":{\"events\":[{\"uuid\":\"1\",\"userId\":\"ada\","
        + "\"eventId\":\"fido2.passkey.auth.success\",\"position\":1,\"timestamp\":1}]}}";
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
    byte[] signature = mac.doFinal(("events_1." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/hooks/thumbturn"))
        .header("Content-Type", "application/json")
        .header("webhook-id", "events_1")
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature));
    assertEquals(204, send(request.POST(BodyPublishers.ofString(body))).statusCode());
    String changed = body.replace("ada", "eve");
    assertEquals(401, send(request.POST(BodyPublishers.ofString(changed))).statusCode());
  }
}
