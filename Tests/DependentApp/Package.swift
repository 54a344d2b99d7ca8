// swift-tools-version: 6.1
import PackageDescription

/// An app as in the README: it links every library, without the packages of the tool, on every platform.
let package = Package(
    name: "DependentApp",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [.library(name: "DependentApp", targets: ["DependentApp"])],
    dependencies: [.package(name: "rewind", path: "../..", traits: [])],
    targets: [
        .target(
            name: "DependentApp",
            dependencies: [
                .product(name: "Rewind", package: "rewind"),
                .product(name: "RewindLink", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
                .product(name: "RewindTravel", package: "rewind"),
            ]
        ),
        .testTarget(
            name: "DependentAppTests",
            dependencies: [
                "DependentApp",
                // Exported tests link it.
                .product(name: "RewindAnswers", package: "rewind"),
                .product(name: "RewindReplay", package: "rewind"),
            ]
        ),
    ]
)
