// Nothing is called here: the library does what it is for when it is loaded.
