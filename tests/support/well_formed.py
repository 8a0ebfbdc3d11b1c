"""Fields with which a command is well-formed, made from its schema, so that a new command needs no entry in a test."""

from typing import Any

from tables.engine.chapters import COMMANDS

Fields = dict[str, Any]
OF_NAME: Fields = {
    "card": "7",
    "chance": "punto",
    "reglamento": "argentina",
    "settings": {},
}  # of which the schema says too little


def well_formed(command: str, player: str = "ana") -> Fields:
    """The fields that this command requires. `player`: stands for whoever is named."""
    schema = COMMANDS[command].model_json_schema()
    wanted = [name for name in schema.get("required", ()) if name != "command"]
    return {name: _value(name, schema["properties"][name], player) for name in wanted}


def _value(name: str, schema: Fields, player: str) -> Any:
    if name in OF_NAME:
        return OF_NAME[name]
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "string":
        return player if "pattern" in schema else "a trial"
    return {"integer": schema.get("minimum", 0), "boolean": True, "array": [], "object": {}}[schema["type"]]
