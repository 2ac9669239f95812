"""What people read: terminal tables, one JSON document, pages and plots, all made from aggregates alone.

============  ==========================================================================================
`words`       numbers and findings in words
`tables`      tables of figures, before they are rendered
`terminal`    what commands print
`document`    the summary as one JSON document
`page`        ``report.md``, ``report.html`` and ``plots/`` of a results folder
`plots`       the pictures
============  ==========================================================================================
"""
