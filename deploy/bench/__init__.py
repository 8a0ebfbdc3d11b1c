"""`make bench`: how fast the product is, beside a floor and peers that are measured in the same run.

Machines are shared and differ, so only ratios count. Every figure is the median of several rounds, and the contenders
of a row take turns in each round. docs/performance.md says what the rows mean.

`rows` lists the groups of rows, each in a module of its own; `measure` takes turns and medians; `servers`, `client` and
`databases` are what the groups share.
"""
