"""Figures one may trust, from sums over deals.

Pure functions on numbers and tables: this package knows neither the engine nor any file format.

==================  ===========================================================================
`metrics`           the table of metrics: one entry each, its formula in the columns of the rows
`block`             the rows of one variant over a range of deals, as the engine hands them out
`aggregate`         exact integer sums over deals; they merge in any order without losing a bit
`intervals`         estimates with 95 % intervals over deals
`differences`       paired and unpaired differences, corrected p-values, verdicts in words
`summary`           the table written as ``summary.csv``
`league`, `skill`   ratings and sequential tests; skill and luck
==================  ===========================================================================
"""
