"""Tests; the folders mirror those of the package, the referee and the golden traces lie beside them."""
