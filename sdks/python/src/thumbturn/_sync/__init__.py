# Written by tools/generate.py from _async/__init__.py; change that file instead.
"""The client for asyncio."""
