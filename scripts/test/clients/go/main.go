package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"clients/admin"
	"clients/current"
	"clients/gen1"
	"clients/proxy"
)

type api struct{ URL, Credential string }

var given struct {
	Language, Username, Client  string
	Current, Proxy, Gen1, Admin api
}

func (one api) authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", one.Credential)
	return nil
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func expect(what string, isRight bool, body []byte) {
	if !isRight {
		log.Fatalf("%s: %s", what, body)
	}
}

func main() {
	if err := json.Unmarshal(must(os.ReadFile("given.json")), &given); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	granting := must(current.NewClientWithResponses(given.Current.URL, current.WithRequestEditorFn(given.Current.authorize)))
	granted := must(granting.GrantCreateWithResponse(ctx, current.GrantCreateJSONRequestBody{
		Username: given.Username,
		Grants:   []current.GrantCreateJSONBodyGrants{"reg:write"},
	}))
	expect("current", granted.JSON200 != nil && granted.JSON200.Token != "", granted.Body)

	confirming := must(proxy.NewClientWithResponses(given.Proxy.URL, proxy.WithRequestEditorFn(given.Proxy.authorize)))
	started := must(confirming.TxInitWithResponse(ctx, proxy.TxInitJSONRequestBody{
		Username:  given.Username,
		TxType:    "raw",
		TxPayload: "Pay 25.00 EUR",
		Nonce:     given.Language,
	}))
	expect("proxy", started.JSON200 != nil && started.JSON200.Session != "", started.Body)

	listing := must(gen1.NewClientWithResponses(given.Gen1.URL, gen1.WithRequestEditorFn(given.Gen1.authorize)))
	listed := must(listing.CredentialsListWithResponse(ctx, nil, gen1.CredentialsListJSONRequestBody{
		ClientId: given.Client,
		Username: &given.Username,
	}))
	expect("gen1", listed.JSON200 != nil && listed.JSON200.Credentials[0].Type == "fido2", listed.Body)

	id := "made-by-" + given.Language
	administering := must(admin.NewClientWithResponses(given.Admin.URL, admin.WithRequestEditorFn(given.Admin.authorize)))
	created := must(administering.ApplicationCreateWithResponse(ctx, admin.ApplicationCreateJSONRequestBody{
		Id:      id,
		RpId:    "localhost",
		Origins: []string{"http://localhost"},
	}))
	expect("admin", created.JSON200 != nil && created.JSON200.Id == id, created.Body)
}
