"""Static analysers behind one type, Diagnostic."""
