# Judges patterns as the mock AWS does: reads [[pattern, event], ...] from standard input, prints a verdict for each.
import json
import sys

from moto.events.models import EventPattern


def verdict(pattern, event):
    try:
        return EventPattern.load(pattern).matches_event(event)
    except Exception:
        return "refused"


print(json.dumps([verdict(pattern, event) for pattern, event in json.load(sys.stdin)]))
