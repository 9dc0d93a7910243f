package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.SharedDevice;
import java.util.Optional;

/** Devices, which several users can share. */
public final class Devices {
    private final Calls calls;

    Devices(Calls calls) {
        this.calls = calls;
    }

    /**
     * Finds a device. Scope {@code user:read}.
     *
     * @param deviceId the device's ID
     * @return the device and its users; empty if there is none
     */
    public Optional<SharedDevice> find(String deviceId) {
        Input input = Input.param("deviceId", deviceId);
        return Calls.emptyIfMissing(() -> calls.fetch(Route.deviceShow, input, SharedDevice.class));
    }

    /**
     * Deletes a device for all its users. Passkeys stay. Scope {@code user:write}.
     *
     * @param deviceId the device's ID
     */
    public void delete(String deviceId) {
        calls.run(Route.deviceDelete, Input.param("deviceId", deviceId));
    }
}
