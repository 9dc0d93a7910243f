// A program with one page for its only user. Reads its client from the environment.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type program struct {
	provider               *oidc.Provider
	config                 oauth2.Config
	verifier, state, nonce string
	tokens                 *oauth2.Token
	idToken                string
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	p := &program{provider: provider, config: oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  os.Getenv("ORIGIN") + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", oidc.ScopeOfflineAccess},
	}}
	http.HandleFunc("/ready", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("/callback", p.complete)
	http.HandleFunc("/refresh", p.refresh)
	http.HandleFunc("/sign-out", p.signOut)
	http.HandleFunc("/", p.show)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func (p *program) show(w http.ResponseWriter, r *http.Request) {
	if p.tokens == nil {
		p.verifier, p.state, p.nonce = oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		address := p.config.AuthCodeURL(p.state, oidc.Nonce(p.nonce), oauth2.S256ChallengeOption(p.verifier))
		http.Redirect(w, r, address, http.StatusFound)
		return
	}
	user, err := p.provider.UserInfo(r.Context(), p.config.TokenSource(r.Context(), p.tokens))
	if failed(w, err) {
		return
	}
	var claims map[string]any
	if failed(w, user.Claims(&claims)) {
		return
	}
	json.NewEncoder(w).Encode(claims)
}

// Verifies the state, the code, and the ID token with its nonce and the hash of the access token.
func (p *program) complete(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("state") != p.state {
		http.Error(w, "another state: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	tokens, err := p.config.Exchange(r.Context(), r.URL.Query().Get("code"), oauth2.VerifierOption(p.verifier))
	if failed(w, err) || failed(w, p.verify(r.Context(), tokens, p.nonce)) {
		return
	}
	http.Redirect(w, r, "/", http.StatusFound)
}

// The nonce is that of the sign-in; none, after a refresh.
func (p *program) verify(ctx context.Context, tokens *oauth2.Token, nonce string) error {
	raw, _ := tokens.Extra("id_token").(string)
	idToken, err := p.provider.Verifier(&oidc.Config{ClientID: p.config.ClientID}).Verify(ctx, raw)
	if err != nil {
		return err
	}
	if idToken.Nonce != nonce {
		return &url.Error{Op: "verify", URL: raw, Err: os.ErrInvalid}
	}
	p.tokens, p.idToken = tokens, raw
	return idToken.VerifyAccessToken(tokens.AccessToken)
}

func (p *program) refresh(w http.ResponseWriter, r *http.Request) {
	expired := &oauth2.Token{RefreshToken: p.tokens.RefreshToken}
	tokens, err := p.config.TokenSource(r.Context(), expired).Token()
	if failed(w, err) || failed(w, p.verify(r.Context(), tokens, "")) {
		return
	}
	http.Redirect(w, r, "/", http.StatusFound)
}

func (p *program) signOut(w http.ResponseWriter, r *http.Request) {
	var metadata struct {
		Endpoint string `json:"end_session_endpoint"`
	}
	if failed(w, p.provider.Claims(&metadata)) {
		return
	}
	query := url.Values{"id_token_hint": {p.idToken}, "post_logout_redirect_uri": {os.Getenv("ORIGIN") + "/"}}
	p.tokens = nil
	http.Redirect(w, r, metadata.Endpoint+"?"+query.Encode(), http.StatusFound)
}

func failed(w http.ResponseWriter, err error) bool {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
	return err != nil
}
