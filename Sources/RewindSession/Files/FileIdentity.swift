/// Tells a file from every other one that exists at the same time, whatever its name.
package struct FileIdentity: Equatable {
    package let device: UInt64
    package let inode: UInt64
}
