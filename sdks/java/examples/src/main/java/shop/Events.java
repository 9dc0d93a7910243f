package shop;

import io.github.thumbturn.server.EventFilter;
import io.github.thumbturn.server.Thumbturn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The client has an adminKey. */
record Events(Thumbturn thumbturn) {
  /**
   * Returns the warnings of the last 24 hours, newest first, over
   * all pages.
   */
  List<String> listWarnings() {
    var yesterday = Instant.now().minus(Duration.ofDays(1));
    var filter =
        EventFilter.ALL.severity("warning").since(yesterday);
    return thumbturn.events().list(filter)
        .map(event -> event.eventId() + ": " + event.msg())
        .toList();
  }
}
