// Reads a token from each line and prints what VerifyToken makes of it.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"example.com/verify"
)

func main() {
	ctx := context.Background()
	verifier, err := verify.NewVerifier(ctx, os.Getenv("THUMBTURN_URL"), "demo")
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if userID, err := verifier.VerifyToken(ctx, lines.Text()); err != nil {
			fmt.Println("rejected", strings.Join(strings.Fields(err.Error()), " "))
		} else {
			fmt.Println("accepted", userID)
		}
	}
}
