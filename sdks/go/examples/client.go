// Package examples has the samples of the documentation.
package examples

import (
	"cmp"
	"log"
	"os"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

const demo = "http://localhost:4300/apps/demo"

var client = newClient()

func newClient() *thumbturn.Client {
	client, err := thumbturn.New(thumbturn.Options{
		BaseURL: cmp.Or(os.Getenv("THUMBTURN_URL"), demo),
		APIKey:  os.Getenv("THUMBTURN_API_KEY"),
	})
	if err != nil {
		log.Fatal(err)
	}
	return client
}
