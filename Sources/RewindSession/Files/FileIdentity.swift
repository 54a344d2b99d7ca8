/// Identifies a file among all files that exist at the same time, whatever its name.
package struct FileIdentity: Equatable {
    package let device: UInt64
    package let inode: UInt64
}
