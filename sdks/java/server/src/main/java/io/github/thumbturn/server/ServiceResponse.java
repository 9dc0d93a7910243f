package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** A successful response. The body is null if there is none, and serverTime if the service didn't send it. */
record ServiceResponse(JsonNode body, Instant serverTime) {}
