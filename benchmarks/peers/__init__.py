"""How others score the same submissions, actually run, each in its best form: no plugins, no cache, nothing compiled twice.

None of them holds a hostile submission back as our sandbox does, so the comparison is generous to them.
"""
