"""Reads a call of a session from each line, as JSON, and prints its result."""
import json
import sys

import thumbturn_session as sessions

for line in sys.stdin:
    call = json.loads(line)
    cookie = call.get("cookie", "")
    try:
        match call["call"]:
            case "start":
                result = {"cookies": sessions.start_session(call["claims"], cookie)}
            case "read":
                session, cookies = sessions.read_session(cookie)
                result = {"user": session and session["username"], "cookies": cookies}
            case "end":
                result = {"cookies": sessions.end_session(cookie)}
            case "isCrossOrigin":
                result = {"isCrossOrigin": sessions.is_cross_origin(call["method"], call["headers"])}
    except OSError as error:
        result = {"error": type(error).__name__}
    print(json.dumps(result), flush=True)
