package thumbturn

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// contract is an OpenAPI document of the repository.
type contract struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas object }
}

type operation struct {
	OperationID string
	Security    []map[string][]string
	Scope       string `json:"x-scope"`
	Parameters  []struct{ Name, In string }
	RequestBody content
	Responses   map[string]content
}

type content struct {
	Content map[string]struct{ Schema object }
}

// readContract skips the test outside of the repository and where Node is missing.
func readContract(t *testing.T, api string) contract {
	t.Helper()
	const script = "../../scripts/test/sdks/contract.mjs"
	node, err := exec.LookPath("node")
	if _, errScript := os.Stat(script); err != nil || errScript != nil {
		t.Skip("The contract is in the repository, and Node converts it: it isn't compared here")
	}
	text, err := exec.Command(node, script, api).Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%s: %v\n%s", script, err, exit.Stderr)
	}
	return parse[contract](t, text)
}

// find returns the operation with its method and path.
func (c contract) find(t *testing.T, id string) (operation, route) {
	t.Helper()
	for path, methods := range c.Paths {
		for method, found := range methods {
			if found.OperationID == id {
				return found, route{strings.ToUpper(method), path}
			}
		}
	}
	t.Fatalf("the contract has no %s", id)
	return operation{}, route{}
}

// takesAPIKey reports whether a backend can make the call with its key.
func (o operation) takesAPIKey() bool {
	return slices.ContainsFunc(o.Security, func(scheme map[string][]string) bool { return scheme["apiKey"] != nil })
}

func (c content) schema() object { return c.Content["application/json"].Schema }

// response returns the schema of the successful response, or nil if it has no content.
func (o operation) response() object {
	for status, response := range o.Responses {
		if strings.HasPrefix(status, "2") {
			return response.schema()
		}
	}
	return nil
}

// sample has a value for every field of a schema.
func (c contract) sample(schema object) any {
	if reference, isReference := schema["$ref"].(string); isReference {
		name := reference[strings.LastIndex(reference, "/")+1:]
		return c.sample(c.Components.Schemas[name].(object))
	}
	for _, alternatives := range []string{"anyOf", "oneOf"} {
		if options, isAlternative := schema[alternatives].([]any); isAlternative {
			return c.sample(options[0].(object))
		}
	}
	if constant, isConstant := schema["const"]; isConstant {
		return constant
	}
	if options, isEnum := schema["enum"].([]any); isEnum {
		return options[0]
	}
	return c.sampleType(schema)
}

func (c contract) sampleType(schema object) any {
	kind := schema["type"]
	if kinds, isList := kind.([]any); isList {
		kind = kinds[0]
	}
	switch kind {
	case "object":
		return c.sampleObject(schema)
	case "array":
		return []any{c.sample(schema["items"].(object))}
	case "integer", "number":
		return 7.0
	case "boolean":
		return true
	}
	if schema["format"] == "date-time" {
		return "2026-01-02T03:04:05.678Z"
	}
	return "text"
}

func (c contract) sampleObject(schema object) object {
	result := object{}
	properties, _ := schema["properties"].(object)
	for name, property := range properties {
		result[name] = c.sample(property.(object))
	}
	if len(properties) == 0 && schema["additionalProperties"] != nil {
		result["custom"] = "text"
	}
	return result
}

// callsWithAPIKey lists the calls that the SDK must have.
func (c contract) callsWithAPIKey() []string {
	var names []string
	for _, methods := range c.Paths {
		for _, found := range methods {
			if found.takesAPIKey() && found.OperationID != "profileDelete" {
				names = append(names, found.OperationID)
			}
		}
	}
	return names
}

func TestEveryCallOfTheContractIsThere(t *testing.T) {
	api := readContract(t, "current")
	wanted := append(api.callsWithAPIKey(), slices.Collect(maps.Keys(callsWithoutKey))...)
	slices.Sort(wanted)
	if have := slices.Sorted(maps.Keys(routes)); !slices.Equal(have, wanted) {
		t.Errorf("the SDK has %v instead of %v", have, wanted)
	}
	if have := slices.Sorted(maps.Keys(contractCalls)); !slices.Equal(have, wanted) {
		t.Errorf("the tests make %v instead of %v", have, wanted)
	}
	for id, have := range routes {
		if _, wanted := api.find(t, id); have != wanted {
			t.Errorf("%s is %v instead of %v", id, have, wanted)
		}
	}
}

func TestScopesAreThoseOfTheContract(t *testing.T) {
	api := readContract(t, "current")
	grant, _ := api.find(t, "grantCreate")
	grants := grant.RequestBody.schema()["properties"].(object)["grants"].(object)
	for _, scope := range grants["items"].(object)["enum"].([]any) {
		if !slices.Contains(userScopes, UserScope(scope.(string))) {
			t.Errorf("there is no constant for %s", scope)
		}
	}
	for _, methods := range readContract(t, "gen1").Paths {
		for _, found := range methods {
			if found.Scope != "" && !slices.Contains(serviceScopes, ServiceScope(found.Scope)) {
				t.Errorf("there is no constant for %s", found.Scope)
			}
		}
	}
}

func TestEventsTakeEveryFilterOfTheContract(t *testing.T) {
	list, _ := readContract(t, "admin").find(t, "eventsList")
	var wanted []string
	for _, parameter := range list.Parameters {
		if parameter.In == "query" && parameter.Name != "limit" && parameter.Name != "before" {
			wanted = append(wanted, parameter.Name)
		}
	}
	slices.Sort(wanted)
	if have := slices.Sorted(maps.Keys((&EventFilter{}).toQuery())); !slices.Equal(have, wanted) {
		t.Errorf("the filter has %v instead of %v", have, wanted)
	}
}
