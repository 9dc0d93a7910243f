/** What the service's calls take and return. Optional fields are null if they are missing. */
package io.github.thumbturn.server.model;
