package shop;

import io.github.thumbturn.server.ExpectedPayload;
import io.github.thumbturn.server.Thumbturn;

record ConfirmPayload(Thumbturn thumbturn) {
  /** The payload contains the order number. */
  void confirm(String payloadSignature, Order order) {
    var expected = ExpectedPayload
        .of(order.payload())
        .byUser(order.userId());
    thumbturn.verifyPayload(payloadSignature, expected);
  }
}
