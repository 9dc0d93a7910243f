package examples

import (
	"context"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// Employee has the facts of the personnel system.
type Employee struct {
	UserID, Name, Department string
	Teams                    []string
}

// UpdateEmployee copies the facts of the personnel system.
func UpdateEmployee(ctx context.Context, employee Employee) error {
	users, id := client.Users, employee.UserID
	profile := thumbturn.ProfileRequest{Name: employee.Name}
	if _, err := users.SetProfile(ctx, id, profile); err != nil {
		return err
	}
	claims := map[string]any{"department": employee.Department}
	if _, err := users.SetClaims(ctx, id, claims); err != nil {
		return err
	}
	_, err := users.SetGroups(ctx, id, employee.Teams)
	return err
}
