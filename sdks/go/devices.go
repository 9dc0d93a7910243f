package thumbturn

import "context"

// Devices can be shared by several users.
type Devices struct{ settings *settings }

func deviceParam(deviceID string) map[string]string { return map[string]string{"deviceId": deviceID} }

// Find returns a device. Scope user:read.
func (d *Devices) Find(ctx context.Context, deviceID string) (*SharedDevice, error) {
	return fetch[SharedDevice](ctx, d.settings.call("deviceShow"), input{params: deviceParam(deviceID)})
}

// Delete deletes the device for all its users. Passkeys stay. Scope user:write.
func (d *Devices) Delete(ctx context.Context, deviceID string) error {
	return d.settings.call("deviceDelete").run(ctx, input{params: deviceParam(deviceID)})
}
