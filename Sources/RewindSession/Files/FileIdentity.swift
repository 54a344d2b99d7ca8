/// Tells a file from every other one that exists at the same time, whatever its name.
struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64
}
