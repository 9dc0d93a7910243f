// Reads a call of a session from each line, as JSON, and prints its result.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"example.com/session"
)

type call struct {
	Call    string            `json:"call"`
	Cookie  string            `json:"cookie"`
	Claims  session.Claims    `json:"claims"`
	Method  string            `json:"method"`
	Headers map[string]string `json:"headers"`
}

func main() {
	manager := &session.Manager{
		BaseURL: os.Getenv("THUMBTURN_URL"), AppID: "demo", APIKey: os.Getenv("THUMBTURN_API_KEY"),
		Secrets: strings.Split(os.Getenv("SESSION_SECRET"), ","), Insecure: os.Getenv("SESSION_SECURE") == "false",
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var given call
		if err := json.Unmarshal(lines.Bytes(), &given); err != nil {
			panic(err)
		}
		result, err := run(manager, given)
		if err != nil {
			result = map[string]any{"error": err.Error()}
		}
		text, err := json.Marshal(result)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}

func run(manager *session.Manager, given call) (map[string]any, error) {
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Cookie", given.Cookie)
	var user any
	switch given.Call {
	case "start":
		if err := manager.Start(w, r, given.Claims); err != nil {
			return nil, err
		}
	case "read":
		s, err := manager.Get(w, r)
		if err != nil {
			return nil, err
		}
		if s != nil {
			user = s.Username
		}
	case "end":
		manager.End(w, r)
	case "isCrossOrigin":
		return map[string]any{"isCrossOrigin": isCrossOrigin(given)}, nil
	}
	cookies := w.Result().Header["Set-Cookie"]
	if cookies == nil {
		cookies = []string{}
	}
	return map[string]any{"user": user, "cookies": cookies}, nil
}

func isCrossOrigin(given call) bool {
	r := httptest.NewRequest(given.Method, "/", nil)
	for name, value := range given.Headers {
		r.Header.Set(name, value)
	}
	r.Host = given.Headers["host"]
	return http.NewCrossOriginProtection().Check(r) != nil
}
