package thumbturn

// Client is the backend's view of one application. Create it with New.
type Client struct {
	settings *settings
	keys     *keyCache
}

// New creates a client for one application. It makes no call until you use it.
func New(options Options) (*Client, error) {
	settings, err := newSettings(options)
	if err != nil {
		return nil, err
	}
	return &Client{settings: settings, keys: &keyCache{settings: settings}}, nil
}

// AppID is the ID of the application.
func (c *Client) AppID() string { return c.settings.appID }
