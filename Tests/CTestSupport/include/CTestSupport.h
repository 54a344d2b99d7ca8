// Nothing is called here: the library does what it is for when it is loaded.

/// An enum whose cases have no names at run time.
enum __attribute__((enum_extensibility(open))) CColor : long { CColorRed, CColorGreen = 5 };
typedef enum CColor CColor;

/// A struct with fields that Swift cannot find.
struct CBits { int number; unsigned low : 3; unsigned high : 5; };
