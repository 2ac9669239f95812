"""Pages that cannot drift: what README.md and docs/ say of the code is written by ``python -m tests.pages``.

The tests of this folder compare the pages with what would be written now, follow their links and run their
examples.
"""
