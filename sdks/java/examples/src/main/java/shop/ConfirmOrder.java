package shop;

import io.github.thumbturn.server.ExpectedTransaction;
import io.github.thumbturn.server.Thumbturn;

record ConfirmOrder(Thumbturn thumbturn) {
  /** Throws an exception unless the user confirmed the order. */
  void confirm(String token, Order order) {
    var expected = ExpectedTransaction
        .of(order.payload(), order.id())
        .byUser(order.userId());
    thumbturn.verifyTransaction(token, expected);
    // Now, mark the order as paid if it's still open.
  }
}
