package shop;

/** One of your records. */
record Order(String id, String userId, String payload) {}
