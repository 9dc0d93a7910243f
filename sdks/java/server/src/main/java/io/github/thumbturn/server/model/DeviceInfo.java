package io.github.thumbturn.server.model;

/**
 * Details of a device that the client reported. Each can be null.
 *
 * @param clientName name of the browser or app
 * @param clientType type of the client
 * @param clientVersion version of the client
 * @param deviceId the device's ID
 * @param hasBluetooth whether it has Bluetooth
 * @param lastUsedAt when it was last used, by its own clock
 * @param osArch architecture
 * @param osName name of the operating system
 * @param osVersion its version
 * @param screenHeight in pixels
 * @param screenWidth in pixels
 * @param webauthnCapabilities text or a map, as the client sent it
 */
public record DeviceInfo(
        String clientName,
        String clientType,
        String clientVersion,
        String deviceId,
        Boolean hasBluetooth,
        String lastUsedAt,
        String osArch,
        String osName,
        String osVersion,
        Double screenHeight,
        Double screenWidth,
        Object webauthnCapabilities) {
    /**
     * Names a device that the client knows by its ID alone.
     *
     * @param deviceId the device's ID
     * @return the details
     */
    public static DeviceInfo of(String deviceId) {
        return new DeviceInfo(null, null, null, deviceId, null, null, null, null, null, null, null, null);
    }
}
