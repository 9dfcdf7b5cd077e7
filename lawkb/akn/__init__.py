"""Laws as Akoma Ntoso 3.0 and back: one file per law and expression, in a closed profile."""
