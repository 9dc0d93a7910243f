"""Turns the schemas of the calls that take an API key into typed dictionaries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

Schema = dict[str, Any]

_contract = Path(__file__).parents[3] / "packages" / "contract" / "openapi"

# Bodies have no name in the contract.
_BODY_NAMES = {
    "discover": "DiscoverRequest",
    "groupCreate": "GroupRequest",
    "profileEmailDelete": "EmailDeletion",
    "profileEmailSet": "EmailChange",
    "profilePhoneDelete": "PhoneDeletion",
    "profilePhoneSet": "PhoneChange",
    "sessionVerify": "BackendSession",
    "userProfileReplace": "ProfileRequest",
}

# The paths of these calls name the application.
_LEFT_OUT = {"app"}

_PREFACE = '''"""
Requests and responses of the API, with the names of its fields.

Written by tools/generate.py from packages/contract; change the contract instead.
"""

from __future__ import annotations

from typing import Any, Literal

from ._typing import NotRequired, TypedDict
'''

_SIMPLE_TYPES = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
}


def read_contract(name: str) -> Schema:
    """A document of the contract. Times stay text."""

    class Loader(yaml.SafeLoader):
        pass

    resolvers = {
        first: [(tag, pattern) for tag, pattern in given if tag != "tag:yaml.org,2002:timestamp"]
        for first, given in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.yaml_implicit_resolvers = resolvers
    content: Schema = yaml.load((_contract / f"openapi_{name}.yaml").read_text("utf-8"), Loader)  # noqa: S506
    return content


def list_operations(contract: Schema) -> dict[str, Schema]:
    """The operations of a document by ID, each with its method and path."""
    return {
        operation["operationId"]: {"method": method.upper(), "path": path, **operation}
        for path, methods in contract["paths"].items()
        for method, operation in methods.items()
        if "operationId" in operation
    }


def is_backend_call(operation: Schema) -> bool:
    """Whether a backend makes this call with its API key."""
    return any("apiKey" in way for way in operation.get("security", []))


class _Writer:
    def __init__(self, schemas: dict[str, Schema]) -> None:
        self._schemas = schemas
        self._classes: dict[str, str] = {}

    def write(self) -> str:
        return "\n\n".join([_PREFACE, *(self._classes[name] for name in sorted(self._classes))])

    def include(self, other: _Writer) -> None:
        """Adds the classes of another document."""
        self._classes.update(other._classes)

    def name_type(self, schema: Schema) -> str:
        """The type of a value. Writes the classes that it needs."""
        if "$ref" in schema:
            return self._name_component(schema["$ref"].rpartition("/")[2])
        if "anyOf" in schema or "oneOf" in schema:
            return self._name_union([one for one in schema.get("anyOf") or schema["oneOf"] if one])
        if isinstance(schema.get("type"), list):
            return self._name_union([{**schema, "type": one} for one in schema["type"]])
        if schema.get("type") == "array":
            return f"list[{self.name_type(schema.get('items', {}))}]"
        values = schema.get("enum", [schema["const"]] if "const" in schema else [])
        return (
            f"Literal[{', '.join(map(_quote, values))}]" if values else _SIMPLE_TYPES.get(schema.get("type", ""), "Any")
        )

    def _name_union(self, schemas: list[Schema]) -> str:
        return " | ".join(dict.fromkeys(self.name_type(schema) for schema in schemas)) or "Any"

    def _name_component(self, name: str) -> str:
        if name == "Blank":
            return "None"
        schema = self._schemas[name]
        if not schema.get("properties"):
            return self.name_type(schema)
        self.write_class(name, schema)
        return name

    def write_class(self, name: str, schema: Schema) -> None:
        """Writes the class of an object, once."""
        if name in self._classes:
            return
        self._classes[name] = ""
        required = schema.get("required", [])
        fields = [
            self._write_field(name, field, schema=one, is_required=field in required)
            for field, one in schema["properties"].items()
            if field not in _LEFT_OUT
        ]
        description = schema.get("description", f"`{name}` of the API")
        self._classes[name] = f'class {name}(TypedDict):\n    """{_sentence(description)}"""\n\n' + "".join(fields)

    def _write_field(self, parent: str, name: str, *, schema: Schema, is_required: bool) -> str:
        type_name = self._name_inline(parent + name[0].upper() + name[1:], schema)
        annotation = type_name if is_required else f"NotRequired[{type_name}]"
        description = schema.get("description")
        return f"    {name}: {annotation}\n" + (f'    """{_sentence(description)}"""\n' if description else "")

    def _name_inline(self, name: str, schema: Schema) -> str:
        """Objects inside of objects get a class with the names of both."""
        if schema.get("type") == "array" and schema.get("items", {}).get("properties"):
            return f"list[{self._name_inline(name, schema['items'])}]"
        if schema.get("properties"):
            self.write_class(name, schema)
            return name
        return self.name_type(schema)


def _quote(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _sentence(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'").replace("\n\n", " ").rstrip(".") + "."


def generate_wire() -> str:
    """The content of wire.py."""
    current = read_contract("current")
    writer = _Writer(current["components"]["schemas"])
    operations = list_operations(current)
    for name, operation in operations.items():
        if not (is_backend_call(operation) or name == "mfaRefresh"):
            continue
        success = operation["responses"].get("200")
        if success:
            writer.name_type(success["content"]["application/json"]["schema"])
        if name in _BODY_NAMES:
            writer.write_class(_BODY_NAMES[name], operation["requestBody"]["content"]["application/json"]["schema"])
    return _generate_events(writer)


def _generate_events(writer: _Writer) -> str:
    """Events are read over the administration API."""
    admin = read_contract("admin")
    operation = list_operations(admin)["eventsList"]
    events = _Writer(admin["components"]["schemas"])
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    page = admin["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    item = page["properties"]["events"]["items"]
    item = admin["components"]["schemas"][item["$ref"].rpartition("/")[2]] if "$ref" in item else item
    events.write_class("ApplicationEvent", {"description": "An event of the application", **item})
    filters = {
        one["name"]: {"description": one["description"], **one["schema"]}
        for one in operation["parameters"]
        if one["in"] == "query" and one["name"] not in ("before", "limit")
    }
    events.write_class("EventFilter", {"description": "Selects events; times in RFC 3339", "properties": filters})
    writer.include(events)
    return writer.write()
