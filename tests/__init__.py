"""Tests, laid out as the package is; plus conformance, services and browser."""
