package shop;

import io.github.thumbturn.server.ThumbturnException;
import io.github.thumbturn.server.WebhookVerifier;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

// #region webhook
@RestController
class Webhooks {
  private final Logger log = LoggerFactory.getLogger(getClass());
  private final WebhookVerifier verifier;

  Webhooks(@Value("${THUMBTURN_WEBHOOK_SECRET}") String secret) {
    verifier = WebhookVerifier.create(secret);
  }

  /** The signature covers the exact bytes of the body. */
  @PostMapping("/hooks/thumbturn")
  ResponseEntity<Void> receive(
      HttpServletRequest request, @RequestBody byte[] body) {
    try {
      var webhook = verifier.verify(request::getHeader, body);
      for (var event : webhook.events())
        log.info("{} {}", event.uuid(), event.eventId());
      return ResponseEntity.noContent().build();
    } catch (ThumbturnException error) {
      return ResponseEntity.status(401).build();
    }
  }
}
// #endregion
