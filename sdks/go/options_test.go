package thumbturn

import (
	"slices"
	"testing"
	"time"
)

func TestAddressesAndIssuers(t *testing.T) {
	for _, one := range []struct {
		options Options
		address string
		issuers []string
	}{
		{
			Options{BaseURL: "http://localhost:4300", AppID: "shop"}, "http://localhost:4300/apps/shop",
			[]string{"http://localhost:4300/apps/shop", "http://localhost:4300"},
		},
		{
			Options{BaseURL: "HTTPS://Id.Example.com:443/apps/shop/"}, "https://id.example.com/apps/shop",
			[]string{"https://id.example.com/apps/shop", "https://id.example.com"},
		},
		{
			Options{BaseURL: "https://shop.example.com", AppID: "shop"}, "https://shop.example.com/apps/shop",
			[]string{"https://shop.example.com/apps/shop", "https://shop.example.com", "https://example.com/apps/shop"},
		},
		{
			Options{BaseURL: "http://localhost/auth/apps/shop", Issuer: "https://id.example.com/"},
			"http://localhost/auth/apps/shop", []string{"https://id.example.com"},
		},
	} {
		settings := newTestClient(t, one.options).settings
		if settings.application != one.address || !slices.Equal(settings.issuers, one.issuers) || settings.appID != "shop" {
			t.Errorf("%s has %s and %v", one.options.BaseURL, settings.application, settings.issuers)
		}
	}
}

func TestInvalidOptionsAreRejected(t *testing.T) {
	for _, options := range []Options{
		{},
		{BaseURL: "localhost:4300", AppID: "shop"},
		{BaseURL: "ftp://localhost", AppID: "shop"},
		{BaseURL: "http://user@localhost", AppID: "shop"},
		{BaseURL: "http://localhost?a=b", AppID: "shop"},
		{BaseURL: "http://localhost"},
		{BaseURL: "http://localhost/apps/bank", AppID: "shop"},
		{BaseURL: "http://localhost", AppID: "shop", Timeout: -1},
		{BaseURL: "http://localhost", AppID: "shop", ClockTolerance: time.Hour},
		{BaseURL: "http://localhost", AppID: "shop", APIKey: "two words"},
		{BaseURL: "http://localhost", AppID: "shop", AdminKey: "ä"},
	} {
		client, err := New(options)
		requireCode(t, err, CodeInvalidOptions)
		if client != nil {
			t.Errorf("%+v made a client", options)
		}
	}
}
