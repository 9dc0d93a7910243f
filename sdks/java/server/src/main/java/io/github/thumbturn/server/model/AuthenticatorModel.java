package io.github.thumbturn.server.model;

/**
 * Name and icons of an authenticator model.
 *
 * @param id the AAGUID
 * @param name the name that users know
 * @param iconLight data URL of the icon for light pages
 * @param iconDark data URL of the icon for dark pages
 */
public record AuthenticatorModel(String id, String name, String iconLight, String iconDark) {}
